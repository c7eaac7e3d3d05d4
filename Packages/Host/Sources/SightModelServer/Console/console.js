"use strict";
// The console sends plain requests to the host's admin interface, with the admin token as a bearer
// token. It uses no cookies, so no other site can act in the user's name, and it never sets HTML.

const find = (id) => document.getElementById(id);
let token = sessionStorage.getItem("token") || "";

function say(message, isBad = false) {
  const status = find("status");
  status.textContent = message;
  status.classList.toggle("bad", isBad);
}

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

async function call(method, path, body) {
  const isBytes = body instanceof Blob;
  const used = token;
  const response = await fetch("/admin/v1/" + path, {
    method, headers: { Authorization: "Bearer " + used },
    body: body === undefined ? undefined : isBytes ? body : JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  // A refusal is about the token of its request, not about a token that was entered later.
  if (response.status === 401 && used === token) logOut();
  if (!response.ok) throw new Error(answer.error?.message || `status ${response.status}`);
  return answer;
}

// Runs the action of a button, reports success, warnings or failure, and shows the new state. The
// button ignores clicks until the end; the attribute `disabled` would take the focus from it, too.
async function act(pressed, done, work, question) {
  if (pressed.hasAttribute("aria-disabled") || (question && !confirm(question))) return;
  pressed.setAttribute("aria-disabled", "true");
  try {
    const answer = await work();
    await refresh();
    const warnings = answer?.warnings ?? [];
    say([done, ...warnings.map((text) => `Warning: ${text}.`)].join(" "));
  } catch (error) {
    say(error.message, true);
  } finally {
    pressed.removeAttribute("aria-disabled");
  }
}

function logOut() {
  token = "";
  sessionStorage.removeItem("token");
  find("console").hidden = true;
  find("log-out").hidden = true;
  find("login").hidden = false;
  empty();
  find("token").focus();
}

// Removes what the hidden console shows, so that no names and notes stay in the page.
function empty() {
  for (const id of ["models", "model-names", "try-version", "try-boxes", "try-labels",
    "experiments", "installations", "chart", "chart-table"]) find(id).replaceChildren();
  for (const form of document.querySelectorAll("#console form")) form.reset();
  hideFindings();
}

async function logIn() {
  await refresh();
  sessionStorage.setItem("token", token);
  const hadFocus = find("login").contains(document.activeElement);
  find("login").hidden = true;
  find("console").hidden = false;
  find("log-out").hidden = false;
  if (hadFocus) find("publish-title").focus();
}

const bytes = (count) => count < 1048576
  ? `${(count / 1024).toFixed(1)} KiB` : `${(count / 1048576).toFixed(1)} MiB`;

// Draws the page anew, and restores the keyboard focus afterwards.
function keepFocus(draw) {
  const label = document.activeElement?.getAttribute("aria-label");
  const section = document.activeElement?.closest("article");
  draw();
  if (!label || document.activeElement !== document.body) return;
  const same = [...document.querySelectorAll("[aria-label]")].find(
    (element) => element.getAttribute("aria-label") === label && !element.disabled);
  (same || find(section?.id || "") || find("models-title")).focus();
}

async function refresh() {
  const used = token;
  // The host counts each request with a wrong token, so the first one goes alone.
  const models = await call("GET", "models");
  const [experiments, stats] = await Promise.all([
    call("GET", "experiments"), call("GET", "stats?days=30")]);
  if (token !== used) return;
  keepFocus(() => {
    find("models").replaceChildren(...models.map(showModel));
    if (!models.length) find("models").append(make("p", { textContent: "Nothing published yet." }));
    showExperiments(experiments);
  });
  find("model-names").replaceChildren(...models.map((model) => new Option(model.name)));
  const chosen = find("try-version").value;
  find("try-version").replaceChildren(...models.flatMap((model) => model.versions.map(
    (version) => new Option(`${model.name} ${version.number} (${version.kind})`,
      `${model.name}/versions/${version.number}`))));
  if (chosen) find("try-version").value = chosen;
  showDownloads(stats);
}

function whoGetsIt(model, version) {
  if (version.number === model.candidate) {
    return make("span", { className: "badge candidate", textContent: `${model.percent} %` });
  }
  if (version.number === model.stable) {
    const rest = model.candidate ? `${100 - model.percent} %` : "everybody";
    return make("span", { className: "badge stable", textContent: rest });
  }
  return make("span", { textContent: "nobody" });
}

function table(caption, titles, rows) {
  const head = make("tr", {}, ...titles.map((title) => make("th", { scope: "col", textContent: title })));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell))));
  return make("div", { className: "scroll" }, make("table", {},
    make("caption", { textContent: caption, className: "hint" }),
    make("thead", {}, head), make("tbody", {}, ...body)));
}

// A button whose action gets the button itself.
function button(text, className, label, action) {
  const element = make("button", { type: "button", textContent: text, className,
    onclick: () => action(element) });
  element.setAttribute("aria-label", label);
  return element;
}

function showModel(model) {
  const rows = [...model.versions].reverse().map((version) => [
    String(version.number), whoGetsIt(model, version), version.kind, bytes(version.size),
    showLabels(version.labels), version.note || "–",
    new Date(version.created * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
    versionActions(model, version),
  ]);
  return make("article", { className: "model", id: "article-" + model.name, tabIndex: -1 },
    make("h3", { textContent: model.name }),
    table(`Versions of ${model.name}`,
      ["Version", "Who gets it", "Kind", "Size", "Labels", "Note", "Published", "Actions"], rows),
    rollOut(model));
}

function versionActions(model, version) {
  const number = version.number;
  const promote = button("Promote", "plain", `Promote version ${number} of ${model.name}`,
    (pressed) => act(pressed, `Version ${number} is what everybody gets.`,
      () => call("POST", `models/${model.name}/promote`, { version: number })));
  promote.disabled = number === model.stable && !model.candidate;
  const remove = button("Delete", "danger", `Delete version ${number} of ${model.name}`,
    (pressed) => act(pressed, `Version ${number} is deleted.`,
      () => call("DELETE", `models/${model.name}/versions/${number}`),
      `Delete version ${number} of ${model.name}?`));
  remove.disabled = number === model.stable || number === model.candidate;
  return make("div", { className: "actions" }, promote, remove);
}

function showLabels(labels) {
  if (!labels.length) return "none";
  return make("details", {}, make("summary", { textContent: `${labels.length}` }),
    labels.slice(0, 200).join(", ") + (labels.length > 200 ? ", …" : ""));
}

function rollOut(model) {
  const id = "share-" + model.name;
  const latest = model.versions.at(-1)?.number;
  const target = model.candidate ?? latest;
  const output = make("output", { textContent: `${model.percent} %` });
  output.setAttribute("for", id);
  const slider = make("input", { id, type: "range", min: 0, max: 100, value: model.percent,
    oninput: () => { output.textContent = `${slider.value} %`; } });
  const isUseless = target === undefined || target === model.stable;
  slider.disabled = isUseless;
  const apply = button("Roll out", "", `Roll out ${model.name}`, (pressed) => act(
    pressed, `Version ${target} goes to ${slider.value} % of the installations.`,
    () => call("POST", `models/${model.name}/rollout`,
      { version: target, percent: Number(slider.value) })));
  apply.disabled = isUseless;
  const label = make("label", { htmlFor: id,
    textContent: isUseless ? "Everybody has the newest version" : `Version ${target} goes to` });
  return make("div", { className: "row" }, label, slider, output, apply, rollBack(model));
}

// The button ends a roll-out, or else undoes the last promotion. If that was the first one, nobody
// gets the model any more.
function rollBack(model) {
  const next = model.candidate ? model.stable : model.previous;
  const outcome = next ? `Everybody then gets version ${next}.`
    : "Nobody then gets the model: it is withdrawn.";
  const back = button("Roll back", "danger", `Roll back ${model.name}`, (pressed) => act(
    pressed, `${model.name} is rolled back.`,
    () => call("POST", `models/${model.name}/rollback`, {}),
    `Roll back ${model.name}? ${outcome}`));
  back.disabled = !model.candidate && !model.stable;
  return back;
}

function showExperiments(experiments) {
  const rows = experiments.map((experiment) => {
    const total = experiment.variants.reduce((sum, variant) => sum + variant.weight, 0);
    const shares = experiment.variants.map(
      (variant) => `${variant.value} ${(variant.weight / total * 100).toFixed(1)} %`);
    return [experiment.parameter, shares.join(", "),
      button("End", "danger", `End experiment ${experiment.parameter}`, (pressed) => act(
        pressed, `The experiment ${experiment.parameter} has ended.`,
        () => call("DELETE", "experiments/" + encodeURIComponent(experiment.parameter))))];
  });
  find("experiments").replaceChildren(rows.length
    ? table("Running", ["Parameter", "Who gets what", "Action"], rows)
    : make("p", { textContent: "No experiment is running." }));
}

// Reads the variants of an experiment, one a line: a model, and its weight unless that is 1.
function readVariants(text) {
  return text.split("\n").filter((line) => line.trim()).map((line) => {
    const [value, weight = "1", ...rest] = line.split("=").map((part) => part.trim());
    if (!value || !weight || rest.length || !Number.isFinite(Number(weight))) {
      throw new Error(`"${line.trim()}" is no variant: write model = weight, such as bird = 3.`);
    }
    return { value, weight: Number(weight) };
  });
}

function showDownloads(stats) {
  const days = downloadsByDay(stats.hours, 30);
  find("installations").textContent = `Installations: ${stats.installations}`;
  find("chart").replaceChildren(drawChart(days));
  find("chart-table").replaceChildren(table("Downloads a day", ["Day", "Downloads", "Bytes"],
    days.filter((day) => day.bytes).map(
      (day) => [day.label, String(day.downloads), bytes(day.bytes)])));
}

// Uploads with XMLHttpRequest, because fetch does not report the progress of an upload.
function upload(path, file) {
  const progress = find("publish-progress");
  progress.hidden = false;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/admin/v1/" + path);
    request.setRequestHeader("Authorization", "Bearer " + token);
    request.upload.onprogress = (event) => {
      progress.value = event.lengthComputable ? event.loaded / event.total * 100 : 0;
    };
    request.onerror = () => reject(new Error("the connection broke"));
    request.onload = () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch { /* told by the status */ }
      if (request.status < 300) resolve(answer);
      else reject(new Error(answer.error?.message || `status ${request.status}`));
    };
    request.send(file);
  }).finally(() => { progress.hidden = true; });
}

function acceptDrops(area, input) {
  for (const kind of ["dragover", "dragleave", "drop"]) {
    area.addEventListener(kind, (event) => {
      event.preventDefault();
      area.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files.length) {
        input.files = event.dataTransfer.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  }
}

// A box over the photo, with the number of its entry in the list below.
function frame(box, index) {
  const element = make("div", {}, make("span", { textContent: String(index + 1) }));
  ["left", "top", "width", "height"].forEach((side, place) => {
    element.style[side] = `${box[place] * 100}%`;
  });
  return element;
}

// Hides the photo and the findings of an earlier try.
function hideFindings() {
  find("try-result").hidden = true;
  URL.revokeObjectURL(find("try-image").src);
  find("try-image").removeAttribute("src");
}

async function tryPhoto() {
  hideFindings();
  const file = find("try-file").files[0];
  const version = find("try-version").value;
  if (!file || !version) return;
  say("Looking …");
  try {
    const findings = await call("POST", `models/${version}/try`, file);
    // The findings are those of another photo or version, or the user has logged out.
    if (find("try-file").files[0] !== file || find("try-version").value !== version) return;
    find("try-image").src = URL.createObjectURL(file);
    const boxes = find("try-boxes");
    boxes.replaceChildren(...findings.flatMap(({ box }, index) => box ? [frame(box, index)] : []));
    find("try-labels").replaceChildren(...findings.map((finding) =>
      make("li", { textContent: `${finding.label}: ${(finding.score * 100).toFixed(1)} %` })));
    find("try-result").hidden = false;
    say(findings.length ? `${findings.length} found.` : "Nothing found.");
  } catch (error) {
    say(error.message, true);
  }
}

find("login-form").addEventListener("submit", (event) => {
  event.preventDefault();
  token = find("token").value.trim();
  find("token").value = "";
  logIn().then(() => say("Logged in."), (error) => say(error.message, true));
});
find("log-out").addEventListener("click", () => {
  logOut();
  say("Logged out.");
});
find("publish-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const file = find("publish-file").files[0];
  const name = find("publish-name").value;
  if (!file) return say("Choose a file first.", true);
  const path = `models/${encodeURIComponent(name)}/versions?note=`
    + encodeURIComponent(find("publish-note").value);
  act(event.target.querySelector("button"), `A new version of ${name} is published.`,
    () => upload(path, file));
});
find("experiment-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = find("experiment-name").value.trim();
  const text = find("experiment-variants").value;
  act(event.target.querySelector("button"), `The experiment ${name} is saved.`,
    async () => call("PUT", "experiments/" + encodeURIComponent(name),
      { variants: readVariants(text) }));
});
acceptDrops(find("drop"), find("publish-file"));
acceptDrops(find("try-drop"), find("try-file"));
find("try-file").addEventListener("change", tryPhoto);
find("try-version").addEventListener("change", tryPhoto);
find("try-form").addEventListener("submit", (event) => event.preventDefault());
if (token) logIn().catch((error) => say(error.message, true));

"""Checks the manifests of this folder without a cluster.

The script checks Kubernetes' own kinds against its JSON schemas, and KServe's kinds against the models of its SDK.
It also checks that no container lacks a restriction, a probe or an option for protection, and that
a NetworkPolicy covers each Deployment and each InferenceService:

    pip install kubernetes-validate pyyaml && pip install --no-deps kserve
    python Packages/Serving/Deployment/validate.py
"""

import glob
import importlib
import importlib.util
import os
import re
import sys

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class KServeModels:
    """The SDK's descriptions of KServe's kinds.

    The class reads them from the files of the SDK, because an import needs many other packages.
    """

    def __init__(self):
        root = importlib.util.find_spec("kserve").submodule_search_locations[0]
        self.folder = os.path.join(root, "models")

    def keys(self, kind):
        """Returns {key: kind of the value} of a kind; None for Kubernetes' own kinds."""
        path = os.path.join(self.folder, snake(kind) + ".py")
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            text = file.read()
        types = dict(re.findall(r"'(\w+)': '([^']+)'", text.split("openapi_types = {")[1]
                                .split("}")[0]))
        names = dict(re.findall(r"'(\w+)': '([^']+)'", text.split("attribute_map = {")[1]
                                .split("}")[0]))
        return {names[key]: types[key] for key in names}

    def check(self, value, kind, place):
        listed = re.match(r"list\[(\w+)\]", kind)
        if listed:
            if not isinstance(value, list):
                return [f"{place}: expected a list"]
            return [problem for index, item in enumerate(value)
                    for problem in self.check(item, listed[1], f"{place}[{index}]")]
        simple = {"str": str, "int": int, "bool": bool}.get(kind)
        if simple:
            fits = isinstance(value, simple) and not (simple is int and isinstance(value, bool))
            return [] if fits else [f"{place}: {value!r} does not have the type {kind}"]
        keys = self.keys(kind)
        if keys is None:
            return []
        problems = []
        for key, item in value.items():
            if key not in keys:
                problems.append(f"{place}: {kind} has no {key}")
            else:
                problems += self.check(item, keys[key], f"{place}.{key}")
        return problems


def check_kserve(document, models):
    version = document["apiVersion"].split("/")[1].replace("v", "V", 1)
    return models.check(document, version + document["kind"], document["kind"])


def check_container(document):
    """Checks the containers of a runtime as those of a pod, since they are a kind of Kubernetes."""
    import kubernetes_validate
    containers = document.get("spec", {}).get("containers")
    if not containers:
        return
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"},
           "spec": {"containers": containers}}
    kubernetes_validate.validate(pod, "1.31", strict=True)


def unrestricted(document):
    """Yields what the containers of a Deployment or of a KServe runtime lack of the restrictions.

    KServe adds the settings of an InferenceService's predictor to the pod of its runtime.
    """
    spec = document.get("spec", {})
    pod = spec.get("template", {}).get("spec") or spec.get("predictor") or spec
    if document["kind"] in ("Deployment", "InferenceService") and (
            pod.get("automountServiceAccountToken") is not False):
        yield "the account's token is in the pod"
    for container in pod.get("containers", []):
        # The settings of a container take precedence over those of its pod.
        context = {**pod.get("securityContext", {}), **container.get("securityContext", {})}
        restrictions = {
            "runAsNonRoot": context.get("runAsNonRoot") is True,
            "allowPrivilegeEscalation": context.get("allowPrivilegeEscalation") is False,
            "readOnlyRootFilesystem": context.get("readOnlyRootFilesystem") is True,
            "seccompProfile": context.get("seccompProfile", {}).get("type") == "RuntimeDefault",
            "capabilities": context.get("capabilities", {}).get("drop") == ["ALL"],
            "limits": {"cpu", "memory"} <= set(container.get("resources", {}).get("limits", {})),
        }
        for name, is_met in restrictions.items():
            if not is_met:
                yield f"{container['name']}: {name}"
        # The arguments may be those of a shell, which then has them in one text.
        words = " ".join(container.get("args", [])).replace("=", " ").split()
        for option in ("--token-file", "--isolate-decoding"):
            if option not in words:
                yield f"{container['name']}: no {option}"
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            if probe not in container:
                yield f"{container['name']}: no {probe}"


def pod_labels(document):
    """Returns the selector of the pods of a Deployment or an InferenceService; else None."""
    if document["kind"] == "Deployment":
        return document["spec"]["selector"]
    if document["kind"] == "InferenceService":
        # KServe gives this label to the pods.
        return {"matchLabels": {
            "serving.kserve.io/inferenceservice": document["metadata"]["name"]}}
    return None


def uncovered(documents):
    """Yields the workloads of a file that no NetworkPolicy without connections out selects."""
    policies = [policy["spec"]["podSelector"] for policy in documents
                if policy["kind"] == "NetworkPolicy" and policy["spec"].get("egress") == []
                and "Egress" in policy["spec"]["policyTypes"]]
    for document in documents:
        labels = pod_labels(document)
        if labels is not None and labels not in policies:
            yield f"{document['metadata']['name']}: no NetworkPolicy"


def main():
    import kubernetes_validate
    models, problems, count = KServeModels(), [], 0
    for path in sorted(glob.glob(os.path.join(HERE, "*.yaml"))):
        with open(path, encoding="utf-8") as file:
            documents = list(yaml.safe_load_all(file))
        problems += uncovered(documents)
        for document in documents:
            count += 1
            problems += [f"{document['kind']}: {lack}" for lack in unrestricted(document)]
            try:
                if "kserve.io" in document["apiVersion"]:
                    problems += check_kserve(document, models)
                    check_container(document)
                else:
                    kubernetes_validate.validate(document, "1.31", strict=True)
            except kubernetes_validate.ValidationError as error:
                problems.append(f"{document['kind']}: {'.'.join(map(str, error.path))}: "
                                f"{error.message}")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{count} manifests, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

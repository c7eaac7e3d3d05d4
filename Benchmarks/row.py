"""One model of the comparison."""

import dataclasses
import json
import pathlib
from dataclasses import dataclass, field


@dataclass
class Measurement:
    """A pair of numbers: LiteRT's and Sight's."""

    milliseconds: tuple[float, float]
    start_milliseconds: tuple[float, float]
    growth_bytes: tuple[float, float]

    @property
    def speed(self) -> float:
        """How many times as fast Sight is."""
        return self.milliseconds[0] / self.milliseconds[1]

    @property
    def start(self) -> float:
        """Sight's cold start in LiteRT's."""
        return self.start_milliseconds[1] / self.start_milliseconds[0]

    @property
    def growth(self) -> float:
        """Sight's memory in LiteRT's."""
        return self.growth_bytes[1] / self.growth_bytes[0]


@dataclass
class Row:
    """A model, what its outputs were and what was measured by number of threads."""

    model: str
    group: str
    rule: str = ""
    details: list[str] = field(default_factory=list)
    measurements: dict[int, Measurement] = field(default_factory=dict)

    def line(self, threads: list[int]) -> str:
        cells = [f"{self.model[:46]:46} {self.rule:9}"]
        for count in threads:
            if (each := self.measurements.get(count)) is not None:
                cells.append(
                    f"{count}: {each.milliseconds[0]:7.3f} {each.milliseconds[1]:7.3f} "
                    f"x{each.speed:5.2f}  start {each.start_milliseconds[0]:6.1f} "
                    f"{each.start_milliseconds[1]:6.1f} {each.start:5.2f}  MB "
                    f"{each.growth_bytes[0] / 1e6:5.1f} {each.growth_bytes[1] / 1e6:5.1f} "
                    f"{each.growth:5.2f}")
        return " | ".join(cells + ([] if self.measurements else self.details[:1]))


def kept(path: pathlib.Path) -> list[Row]:
    """The rows of a file, in the order of their first time; none if there is no file."""
    rows = []
    for each in json.loads(path.read_text()) if path.exists() else []:
        each["measurements"] = {
            int(count): Measurement(**value) for count, value in each["measurements"].items()}
        rows.append(Row(**each))
    return rows


def finished(path: pathlib.Path, threads: list[int]) -> set[str]:
    """The models of a file that need no further measurement with these numbers of threads."""
    # A row without a rule says why LiteRT does not run the model.
    return {
        row.model for row in kept(path)
        if not row.rule and row.details or all(count in row.measurements for count in threads)}


def keep(path: pathlib.Path, rows: list[Row]) -> None:
    """Adds rows to those in a file."""
    all_rows = {row.model: row for row in kept(path)}
    for row in rows:
        old = all_rows.setdefault(row.model, row)
        if old is not row:
            old.rule, old.details = row.rule or old.rule, row.details or old.details
            old.measurements.update(row.measurements)
    text = json.dumps([dataclasses.asdict(row) for row in all_rows.values()], indent=1)
    # Replaced as a whole: a comparison may be cut short at any time.
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text)
    fresh.replace(path)

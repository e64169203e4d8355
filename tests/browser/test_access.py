"""axe-core finds nothing serious on any screen, in light and in dark."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Shots
from tests.browser.prepared import (
    KORSUN,
    battle,
    combat,
    debrecen,
    finished,
    fire_fight,
    movement,
    operations,
    prepared_attack,
)
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING

PACKAGE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
RUN = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const changing = () => document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < 10_000);
  do {  // colours change little by little, and what inherits them follows
    await Promise.allSettled(changing().map((a) => a.finished));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  } while (changing().length);
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, impact, nodes }) => [id, impact, nodes.map((n) => n.target.join(' ')).slice(0, 5)]);
}"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core: from the client's own packages, else fetched."""
    if PACKAGE.is_file():
        return PACKAGE.read_text(encoding="utf-8")
    npm = shutil.which("npm")
    if not npm:
        pytest.fail("axe-core is not here: run `npm install` in web/, or put npm on the PATH", pytrace=False)
    folder = tmp_path_factory.mktemp("axe")
    subprocess.run([npm, "install", "--no-save", "--prefix", str(folder), "axe-core@4"], check=True)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def sound(page: Page, axe: str, shots: Shots, name: str = "") -> None:
    """Nothing serious is found in either theme."""
    page.wait_for_load_state("networkidle")
    page.evaluate(axe)
    found = []
    for theme in ("light", "dark"):
        violations = page.evaluate(RUN, theme)
        found += [f"{theme}: {impact} {rule}: {where}" for rule, impact, where in violations if impact in SERIOUS]
        if name:
            shots(page, f"{name}-{theme}")
    assert not found, "\n".join(found)


def test_home(page: Page, axe: str, shots: Shots) -> None:
    page.goto("/")
    expect(page.get_by_test_id(f"battle-{LEARNING}")).to_be_visible()
    sound(page, axe, shots)


def test_new_game(page: Page, axe: str, shots: Shots) -> None:
    page.goto(f"/#new/{GAME}/{LEARNING}")
    expect(page.get_by_role("dialog")).to_be_visible()
    sound(page, axe, shots, "new-game")


def test_table(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, movement(server).tokens["soviet"]).open()
    sound(page, axe, shots)
    table.fit()
    table.take_up("15R")
    table.click_hex("0705")
    expect(table.get("toasts").locator(".toast")).to_be_visible()
    table.get("choice-list").click()
    sound(page, axe, shots, "table-moving")


def test_stack_card_and_warning(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, movement(server).tokens["soviet"]).open()
    page.keyboard.press("n")
    expect(table.get("stack-card")).to_be_visible()
    sound(page, axe, shots)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(table.get("leave-dialog")).to_be_visible()
    sound(page, axe, shots)


def test_combat_panel(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, battle(server).tokens["soviet"]).open()
    expect(table.get("odds-column")).to_be_visible()
    sound(page, axe, shots, "combat")
    table.press("fight")
    sound(page, axe, shots)


def test_what_if(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, combat(server).tokens["soviet"]).open()
    table.fit()
    table.hover_hex("1106")
    expect(table.get("odds-column")).to_be_visible()
    sound(page, axe, shots)


def test_set_up_of_korsun(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    match = server.match(KORSUN, game=KORSUN, soviet="invite", german="invite")
    table = Seated(page, server, match.tokens["soviet"]).open()
    table.get("pick-180-21").click()
    expect(page.locator(".areas text").first).to_be_visible()
    sound(page, axe, shots)


def test_duel_pools_and_hint(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, fire_fight(server).tokens["soviet"]).open()
    expect(table.get("duel")).to_be_visible()
    table.get("hint").click()
    expect(table.get("hint-card")).to_be_visible()
    table.get("pools-open").click()
    expect(table.get("pools")).to_be_visible()
    sound(page, axe, shots)


def test_allotment_of_support(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, debrecen(server).tokens["axis"]).open()
    table.get("marker-ax-heavy-1").click()
    expect(table.get("allot-HQ-LXXII-AK")).to_be_visible()
    sound(page, axe, shots)


def test_activation_and_support_markers(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, operations(server).tokens["allied"]).open()
    page.keyboard.press("c")
    table.get("supports-open").click()
    expect(table.get("supports")).to_be_visible()
    sound(page, axe, shots)
    before = table.state
    table.get("activate-HQ-6-ABG").click()
    table.settled(before)
    sound(page, axe, shots)
    table.press("begin")
    sound(page, axe, shots)


def test_steps_of_a_combat(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, prepared_attack(server).tokens["allied"]).open()
    expect(table.get("stages")).to_be_visible()
    expect(table.get("armour")).to_be_attached()
    sound(page, axe, shots)


def test_guide(page: Page, axe: str, shots: Shots) -> None:
    page.goto("/")
    page.get_by_test_id("learn").click()
    expect(page.get_by_test_id("guide")).to_be_visible()
    sound(page, axe, shots)


def test_hand_over(page: Page, axe: str, shots: Shots, server: Serving) -> None:
    table = Seated(page, server, server.match(soviet="human", german="human").tokens["german"]).open()
    expect(table.get("handover")).to_be_visible()
    sound(page, axe, shots)


def test_rules(page: Page, axe: str, shots: Shots) -> None:
    page.goto(f"/#rules/{GAME}")
    page.get_by_test_id("rule-search").fill("13.8")
    expect(page.locator("article[data-clause]").first).to_be_visible()
    sound(page, axe, shots, "rules-search")


@pytest.fixture(scope="module")
def over(server: Serving) -> str:
    return finished(server)[0].tokens["german"]


@pytest.mark.parametrize("tab", ["", "/luck", "/dice"])
def test_replay(page: Page, axe: str, shots: Shots, over: str, tab: str) -> None:
    page.goto(f"/#replay/{over}{tab}")
    page.get_by_test_id("slider").fill("20")
    expect(page.locator(".where")).to_contain_text("Entry")
    sound(page, axe, shots, f"replay{tab.replace('/', '-')}")


def test_end_card(page: Page, axe: str, shots: Shots, server: Serving, over: str) -> None:
    table = Seated(page, server, over).open()
    expect(table.get("end-card")).to_be_visible()
    sound(page, axe, shots, "end-card")

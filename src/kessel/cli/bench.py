"""kessel bench: how fast we are, each figure beside an alternative on the same data in the same run."""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable
from typing import Any

from kessel.engine import Game, KesselError, Match
from kessel.engine.record import Record, replay
from kessel.games import GAMES, load
from kessel.games.breakout.movement import Moving, movement_factors
from kessel.games.breakout.odds import Attack, odds
from kessel.games.breakout.roster import GERMAN, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import first, members
from kessel.testing import play_out

try:
    import chess
    import networkx as nx
    import numpy as np
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
except ImportError as missing:
    raise KesselError(f"kessel bench needs the extra 'bench' (pip install 'kessel[bench]'): {missing}") from None


def per_call(work: Callable[[], object], seconds: float = 0.4) -> float:
    """Microseconds a call takes, the best of several batches."""
    work()
    start = time.perf_counter()
    work()
    count = max(1, int(seconds / 5 / max(time.perf_counter() - start, 1e-7)))
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            work()
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e6


def chess_slice(rng: random.Random, seconds: float) -> tuple[int, float]:
    """Random chess with python-chess: moves, and the time they took."""
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[rng.randrange(len(legal))])
            moves += 1
    return moves, time.perf_counter() - start


def game_slice(game: Game, scenario: str, rng: random.Random, seconds: float) -> tuple[int, float]:
    """Random play: decisions of the players, and the time they took, dice included."""
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += play_out(game.start(scenario), rng)[0]
    return decisions, time.perf_counter() - start


def side_by_side(game: Game, scenario: str, slices: int) -> tuple[float, float]:
    """Decisions per second of a game and of chess, in turns, so that both meet the same machine."""
    rng = random.Random(1)
    ours, theirs = [], []
    for _ in range(slices):
        theirs.append(chess_slice(rng, 0.6))
        ours.append(game_slice(game, scenario, rng, 0.6))
    return _rate(ours), _rate(theirs)


def _rate(slices: list[tuple[int, float]]) -> float:
    return sum(count for count, _ in slices) / sum(seconds for _, seconds in slices)


def middle_game(game: Game) -> BreakoutState:
    """The campaign in the middle of a random game, on a turn with zones of control."""
    rng = random.Random(4)
    while True:
        state = game.start("campaign")
        while state.outcome is None and isinstance(state, BreakoutState):
            if state.turn == 4 and state.weather == "thaw" and type(state.stack[-1]).__name__ == "Movement":
                return state
            if state.stack[-1].chance:
                need = state.stack[-1].dice(state)
                state.play("roll " + " ".join(str(rng.randint(1, need.faces)) for _ in range(need.dice)))
            else:
                actions = state.actions()
                state.play(actions[rng.randrange(len(actions))])


class Alternatives:
    """The same questions asked of a graph library, a sparse matrix, and Dijkstra with a heap."""

    def __init__(self, s: BreakoutState) -> None:
        self.s = s
        grid = s.board.grid
        self.nodes = list(members(s.board.area))
        self.edges = [(a, b) for a in self.nodes for b in grid.neighbours[a] if b >= 0 and s.board.area >> b & 1]
        self.graph = nx.Graph(self.edges)
        self.row = {h: i for i, h in enumerate(self.nodes)}
        self.a = np.array([self.row[a] for a, _ in self.edges])
        self.b = np.array([self.row[b] for _, b in self.edges])
        # What is free of the enemy is given to each alternative in the form it likes best.
        barred = s.zoc(GERMAN) | s.occupied[GERMAN]
        self.free = [h for h in self.nodes if not barred >> h & 1]
        self.free_mask = np.array([not barred >> h & 1 for h in self.nodes])
        self.sources = list(members(s.board.sources[SOVIET] & ~barred))
        self.source_rows = np.array([self.row[h] for h in self.sources])

    def networkx_supply(self) -> set[int]:
        free = self.graph.subgraph(self.free)
        found: set[int] = set()
        for h in self.sources:
            if h not in found:
                found |= nx.node_connected_component(free, h)
        return found

    def scipy_supply(self) -> Any:
        keep = self.free_mask[self.a] & self.free_mask[self.b]
        n = len(self.nodes)
        graph = coo_matrix((np.ones(int(keep.sum()), np.int8), (self.a[keep], self.b[keep])), (n, n))
        _, labels = connected_components(graph, directed=False)
        return np.isin(labels, labels[self.source_rows]) & self.free_mask

    def heap_reach(self, start: int, points: int) -> dict[int, int]:
        s = self.s
        grid, board = s.board.grid, s.board
        zone = s.zoc(SOVIET)
        dist = {start: 0}
        heap = [(0, start)]
        while heap:
            spent, h = heapq.heappop(heap)
            if spent > dist[h] or (h != start and zone >> h & 1):
                continue
            for d, n in enumerate(grid.neighbours[h]):
                if n < 0 or not board.area >> n & 1 or s.occupied[SOVIET] >> n & 1:
                    continue
                if board.costly.masks[d] >> h & 1 or (h == start and zone >> h & 1 and zone >> n & 1):
                    continue
                cost = spent + board.tables.terrain[board.kind_at[n]]["mechanized"]
                if cost <= points and cost < dist.get(n, 99):
                    dist[n] = cost
                    heapq.heappush(heap, (cost, n))
        return dist

    def set_zones(self) -> set[int]:
        s = self.s
        zone = set()
        for h in members(s.occupied[GERMAN]):
            zone.add(h)
            zone.update(n for n in s.board.grid.neighbours[h] if n >= 0)
        return zone


def run_benchmarks(say: Callable[[str], object] = lambda name: None) -> list[dict[str, Any]]:
    """All benchmarks. Ratio: how many times better than the baseline (more per second, or less time)."""
    results: list[dict[str, Any]] = []

    def add(name: str, value: float, unit: str, baseline: str = "", other: float = 0.0) -> None:
        ratio = (value / other if unit.endswith("/s") else other / value) if baseline else None
        results.append(
            {
                "name": name,
                "value": round(value, 3),
                "unit": unit,
                "baseline": {"name": baseline, "value": round(other, 3)} if baseline else None,
                "ratio": round(ratio, 3) if ratio is not None else None,
            }
        )

    for name in GAMES:
        game = load(name)
        for scenario in game.scenarios.values():
            say(f"{name} {scenario.id} beside python-chess")
            rate, yardstick = side_by_side(game, scenario.id, 2 if scenario.learning else 6)
            add(f"{name} {scenario.id}: random play", rate, "decisions/s", "python-chess random play", yardstick)

    game = load("breakout")
    s = middle_game(game)
    other = Alternatives(s)
    say("bitboards")

    def zones() -> int:
        s._zoc = [-1, -1]
        return s.zoc(GERMAN)

    def supply() -> int:
        s._net = [-1, -1]
        return s.net(SOVIET)

    add("breakout: ZOC of a side", per_call(zones), "us", "sets of hexes", per_call(other.set_zones))
    add("breakout: supply of a side", per_call(supply), "us", "networkx", per_call(other.networkx_supply))
    add("breakout: supply of a side, again", per_call(supply), "us", "scipy", per_call(other.scipy_supply))
    tanks = s.on_map(GERMAN) & s.board.roster.mechanized & ~s.board.roster.static
    mover = max(members(tanks), key=lambda u: len(other.heap_reach(s.where[u], 10)))
    at = s.where[mover]

    def reach() -> int:
        s._reach = None
        return Moving(GERMAN, 1 << mover, at, movement_factors(s, GERMAN, at)).reach(s).hexes

    add(
        "breakout: reach of a unit", per_call(reach), "us", "heapq Dijkstra", per_call(lambda: other.heap_reach(at, 10))
    )
    add("breakout: state copy", per_call(s.copy), "us")
    add("breakout: digest", per_call(s.digest), "us")
    add("breakout: view of a side", per_call(lambda: s.view("german")), "us")
    target = next(
        h for h in members(s.occupied[GERMAN]) if s.units_at(s.board.around[h]) & s.board.roster.of_side[SOVIET]
    )
    near = s.units_at(s.board.around[target]) & s.board.roster.of_side[SOVIET]
    attack = Attack(SOVIET, target, near & ~s.board.roster.artillery or 1 << first(near), s.at[target])
    add("breakout: odds preview", per_call(lambda: odds(s, attack)), "us")
    say("replay of a campaign")
    record = _random_record(game)
    start = time.perf_counter()
    for _ in replay(game, record):
        pass
    add(f"breakout: replay of a campaign ({len(record.entries)} entries)", time.perf_counter() - start, "s")
    return results


def _random_record(game: Game) -> Record:
    match = Match.start(game, "campaign", seed="bench")
    rng = random.Random(1)
    while match.state.outcome is None:
        actions = match.state.actions()
        match.play(actions[rng.randrange(len(actions))])
    return match.record

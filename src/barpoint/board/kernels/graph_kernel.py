"""The legal orders of a roll joined into one graph, compiled: what a screen walks hop by hop.

A node is what has been moved so far, in whatever order; node 0 is where the turn begins, and all plays end at one node.
A branch is int16[6]: the node it leaves, source, target, the number it uses, whether it hits, the node it leads to.
Orders come from `movegen_kernel.plays` and are taken as legal.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels.movegen_kernel import HOP_BYTES
from barpoint.jit import inline_kernel, kernel

MAX_NODES = 1024  # 15 checkers share at most three hops in C(15 + 3, 3) = 816 ways before the last
MAX_BRANCHES = MAX_NODES * 15
MAX_TEXT = MAX_BRANCHES * len("[24,18,6,false,1023],") + MAX_NODES * len("[],")
_SLOTS = 4096
_OPEN, _COMMA, _CLOSE = 91, 44, 93  # brackets of JSON
_TRUE, _FALSE = np.frombuffer(b"true,", np.uint8), np.frombuffer(b"false,", np.uint8)
_ENDED = -1
# A node's row: what each place has gained (4 bits each, points 0-12 and 13-25), hops made, points hit, its branches.
_LOW, _HIGH, _MADE, _HIT, _NUMBER, _FIRST, _NODE = 0, 1, 2, 3, 4, 5, 6


@kernel
def graph_scratch() -> Any:
    """Working memory for one thread: nodes, the way from what was moved to its node, each branch's next neighbour."""
    nodes = np.zeros((MAX_NODES, _NODE), np.int64)
    slots = np.zeros((_SLOTS + 1, 2), np.int64)  # node and stamp; the last counts the graphs
    following = np.zeros(MAX_BRANCHES, np.int64)
    return nodes, slots, following


@inline_kernel
def _same_node(nodes: Any, slots: Any, count: int) -> int:
    """The node that equals the newest, number `count`; `count` itself if there was none."""
    stamp = slots[_SLOTS, 0]
    low, high, hops = nodes[count, _LOW], nodes[count, _HIGH], nodes[count, _MADE]
    slot = (low * 0x9E3779B1 + high * 0x85EBCA77 + hops) & (_SLOTS - 1)
    while slots[slot, 1] == stamp:
        known = int(slots[slot, 0])
        if nodes[known, _LOW] == low and nodes[known, _HIGH] == high and nodes[known, _MADE] == hops:
            return known
        slot = (slot + 1) & (_SLOTS - 1)
    slots[slot, 0] = count
    slots[slot, 1] = stamp
    return count


@inline_kernel
def _die_used(node_number: int, hops: int, source: int, target: int, high: int, low: int) -> int:
    """The number a hop uses: a checker is borne off by the smallest that can."""
    if high == low:
        return high
    if hops == 1:
        return high + low - node_number
    length = source - target
    fits = length == low or (target == 0 and low > length)
    return low if fits else high


@kernel
def graph(
    cells: Any, rotated: bool, orders: Any, order_count: int, high: int, low: int, work: Any, branches: Any
) -> int:
    """Write the branches of all orders as they are met; return how many nodes there are."""
    nodes, slots, following = work
    slots[_SLOTS, 0] += 1
    blots = 0
    for point in range(1, 25):
        if cells[26 + point] == 1:
            blots |= 1 << ((point - 12 if point > 12 else point + 12) if rotated else 25 - point)
    for k in range(_NODE):
        nodes[0, k] = 0
    nodes[0, _FIRST] = -1
    count, used = 1, 0
    skipped = -1  # orders that begin as this one, up to `skip` bytes, lead on from a node that is whole already
    skip = 0
    for order in range(order_count):
        if skipped >= 0:
            same = True
            for k in range(skip):
                same = same and orders[order, k] == orders[skipped, k]
            if same:
                continue
        node = 0
        for place in range(0, HOP_BYTES, 2):
            source, target = int(orders[order, place]), int(orders[order, place + 1])
            if source == 0:
                break
            last, branch = -1, nodes[node, _FIRST]
            while branch >= 0 and not (branches[branch, 1] == source and branches[branch, 2] == target):
                last, branch = branch, following[branch]
            if branch < 0:
                hops = nodes[node, _MADE]
                number = _die_used(nodes[node, _NUMBER], hops, source, target, high, low)
                hits = blots >> target & 1 == 1 and nodes[node, _HIT] >> target & 1 == 0
                for k in range(_NODE):
                    nodes[count, k] = nodes[node, k]
                if place + 2 >= HOP_BYTES or orders[order, place + 2] == 0:
                    nodes[count, _LOW] = nodes[count, _HIGH] = nodes[count, _MADE] = _ENDED
                else:
                    nodes[count, _LOW if target < 13 else _HIGH] += 1 << 4 * (target % 13)
                    nodes[count, _LOW if source < 13 else _HIGH] -= 1 << 4 * (source % 13)
                    nodes[count, _MADE] += 1
                nodes[count, _NUMBER] = number
                nodes[count, _FIRST] = -1
                if hits:
                    nodes[count, _HIT] |= 1 << target
                after = _same_node(nodes, slots, count)
                branches[used, 0] = node
                branches[used, 1] = source
                branches[used, 2] = target
                branches[used, 3] = number
                branches[used, 4] = hits
                branches[used, 5] = after
                following[used] = -1
                if last < 0:
                    nodes[node, _FIRST] = used
                else:
                    following[last] = used
                used += 1
                node = after
                if after == count:
                    count += 1
                else:
                    skipped, skip = order, place + 2
                    break
            else:
                node = int(branches[branch, 5])
    return count


@inline_kernel
def _write_number(text: Any, at: int, number: int) -> int:
    if number >= 1000:
        text[at] = 48 + number // 1000
        at += 1
    if number >= 100:
        text[at] = 48 + number // 100 % 10
        at += 1
    if number >= 10:
        text[at] = 48 + number // 10 % 10
        at += 1
    text[at] = 48 + number % 10
    return at + 1


@kernel
def write_graph(count: int, work: Any, branches: Any, text: Any) -> int:
    """The graph as JSON, a list of branches for each node; return how long it is."""
    nodes, _, following = work
    text[0] = _OPEN
    at = 1
    for node in range(count):
        if node:
            text[at] = _COMMA
            at += 1
        text[at] = _OPEN
        at += 1
        branch = nodes[node, _FIRST]
        while branch >= 0:
            text[at] = _OPEN
            at += 1
            for column in (1, 2, 3):
                at = _write_number(text, at, branches[branch, column])
                text[at] = _COMMA
                at += 1
            word = _TRUE if branches[branch, 4] else _FALSE
            for k in range(len(word)):
                text[at + k] = word[k]
            at = _write_number(text, at + len(word), branches[branch, 5])
            text[at] = _CLOSE
            at += 1
            branch = following[branch]
            if branch >= 0:
                text[at] = _COMMA
                at += 1
        text[at] = _CLOSE
        at += 1
    text[at] = _CLOSE
    return at + 1

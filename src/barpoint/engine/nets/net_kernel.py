"""The nets, compiled: whole numbers in the first two layers, so that every order of summing agrees.

net     a tuple of arrays (`weights.NET`): table int16[ROWS, H], bias int16[H], second int16[buckets, W, H],
        second_bias float32[buckets, W], last float32[buckets, W, 5], last_bias float32[buckets, 5],
        unit float32[1], what one step of a second-layer sum is worth.
sums    int16[H], the first layer before its threshold: the bias and the rows of a board added up.

Two siblings differ in more than half of their rows (shots, freedom and timing move with every checker),
so sums are made afresh for every board; the quick net, which sees bare points only, goes by differences.
"""

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from barpoint.jit import inline_kernel, kernel

_build: Any = cgutils  # untyped

LEAK = 3  # below zero a big net's units pass an eighth (a shift by so many bits): none of them can die in training
_SLOPE = np.float32(0.5**LEAK)
LANES = 32  # first-layer widths are multiples of it


def _row_sums(typingctx: Any, table: Any, rows: Any, count: Any, bias: Any, sums: Any) -> Any:
    """Bias and the first `count` rows, added up and saturating; a strip of 64 columns at a time stays in registers.

    Numba would write the sums back to memory after every row, which takes twice as long.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> None:
        short, long = ir.IntType(16), ir.IntType(64)
        lanes = ir.VectorType(short, LANES)
        plus = _build.get_or_insert_function(
            builder.module, ir.FunctionType(lanes, [lanes, lanes]), f"llvm.sadd.sat.v{LANES}i16"
        )
        tabled, listed, start, out = (
            context.make_array(signature.args[k])(context, builder, args[k]) for k in (0, 1, 3, 4)
        )
        width = builder.extract_value(start.shape, 0)

        def at(base: Any, offset: Any) -> Any:
            return builder.bitcast(builder.gep(base, [offset]), lanes.as_pointer())

        def strip(column: Any, vectors: int) -> None:
            columns = [builder.add(column, ir.Constant(long, LANES * k)) for k in range(vectors)]
            totals = [_build.alloca_once(builder, lanes) for _ in columns]
            for total, offset in zip(totals, columns, strict=True):
                builder.store(builder.load(at(start.data, offset), align=2), total)
            with _build.for_range(builder, args[2], intp=long) as row:
                number = builder.sext(builder.load(builder.gep(listed.data, [row.index])), long)
                base = builder.mul(number, width)
                for total, offset in zip(totals, columns, strict=True):
                    more = builder.load(at(tabled.data, builder.add(base, offset)), align=2)
                    builder.store(builder.call(plus, [builder.load(total), more]), total)
            for total, offset in zip(totals, columns, strict=True):
                builder.store(builder.load(total), at(out.data, offset), align=2)

        pairs = builder.sdiv(width, ir.Constant(long, 2 * LANES))
        with _build.for_range(builder, pairs, intp=long) as pair:
            strip(builder.mul(pair.index, ir.Constant(long, 2 * LANES)), 2)
        done = builder.mul(pairs, ir.Constant(long, 2 * LANES))
        with _build.if_unlikely(builder, builder.icmp_signed("<", done, width)):
            strip(done, 1)

    return types.none(table, rows, types.int64, bias, sums), codegen


sum_rows: Any = intrinsic(_row_sums)


def _multiply_add(typingctx: Any, total: Any, a: Any, b: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = args[0].type
        product = builder.mul(builder.sext(args[1], wide), builder.sext(args[2], wide))
        return builder.add(args[0], product)

    return types.int32(types.int32, types.int16, types.int16), codegen


_times: Any = intrinsic(_multiply_add)


@kernel
def dots(matrix: Any, values: Any, out: Any) -> None:
    """The inner product of `values` with every row of `matrix`, in whole numbers of 32 bits."""
    for j in range(out.shape[0]):
        total = np.int32(0)
        for k in range(values.shape[0]):
            total = _times(total, matrix[j, k], values[k])
        out[j] = total


@inline_kernel
def copy_values(values: Any, out: Any) -> None:
    """Copy into an array as long: `out[:] = values` takes seconds to compile, for the sake of its error message."""
    for k in range(out.shape[0]):
        out[k] = values[k]


@kernel
def refresh(net: Any, rows: Any, sums: Any) -> None:
    """The first layer of a board, from its rows, which are brought together at the front by it."""
    count = 0
    for s in range(rows.shape[0]):
        r = rows[s]
        rows[count] = r
        count += r != 0
    sum_rows(net[0], rows, count, net[1], sums)


@kernel
def bend(sums: Any, leak: int) -> None:
    """Below zero a 2**leak-th passes."""
    for k in range(sums.shape[0]):
        sums[k] = max(sums[k], sums[k] >> leak)


@kernel
def head(net: Any, bucket: int, sums: Any, out: Any) -> None:
    """Probabilities from the first layer's sums, which are spent by it."""
    second = net[2][bucket]
    bias = net[3][bucket]
    last = net[4][bucket]
    unit = net[6][0]
    bend(sums, LEAK)
    products = np.empty(second.shape[0], np.int32)
    dots(second, sums, products)
    for k in range(5):
        out[k] = net[5][bucket, k]
    for j in range(second.shape[0]):
        z = np.float32(products[j]) * unit + bias[j]
        z = max(z, z * _SLOPE)
        for k in range(5):
            out[k] += last[j, k] * z
    for k in range(5):
        out[k] = np.float32(1) / (np.float32(1) + np.float32(math.exp(-out[k])))


@kernel
def settle(board: Any, out: Any) -> None:
    """What the rules say: order of the probabilities, no gammon against a side that has borne off."""
    ours = int(board[25])
    theirs = int(board[0])
    for p in range(1, 25):
        n = int(board[p])
        if n > 0:
            ours += n
        else:
            theirs -= n
    if theirs < 15:
        out[1] = 0
    if ours < 15:
        out[3] = 0
    out[1] = min(out[1], out[0])
    out[2] = min(out[2], out[1])
    out[3] = min(out[3], np.float32(1) - out[0])
    out[4] = min(out[4], out[3])


@kernel
def is_over(board: Any, out: Any) -> bool:
    """Whether the opponent has borne off its last checker (it has just played); then what that is worth."""
    if board[0] > 0:
        return False
    for p in range(1, 25):
        if board[p] < 0:
            return False
    men = int(board[25])
    far = int(board[25])
    for p in range(1, 25):
        men += board[p]
        if p > 18:
            far += board[p]
    for k in range(5):
        out[k] = 0
    if men == 15:
        out[3] = 1
        if far > 0:
            out[4] = 1
    return True

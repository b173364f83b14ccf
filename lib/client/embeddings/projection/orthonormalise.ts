/**
 * Makes the columns of a block (row after row, `width` columns) stand at right angles with length 1, in place:
 * Gram–Schmidt, twice for accuracy. A column that adds no direction of its own becomes zero.
 */
export function orthonormalise(block: Float64Array, width: number): void {
  for (let column = 0; column < width; column += 1) {
    const before = Math.sqrt(product(block, width, column, column))
    for (let pass = 0; pass < 2; pass += 1) {
      for (let earlier = 0; earlier < column; earlier += 1) {
        const share = product(block, width, column, earlier)
        for (let at = 0; at < block.length; at += width) {
          block[at + column] = (block[at + column] ?? 0) - share * (block[at + earlier] ?? 0)
        }
      }
    }
    const length = Math.sqrt(product(block, width, column, column))
    const factor = length > before * 1e-10 && length > 0 ? 1 / length : 0
    for (let at = column; at < block.length; at += width) block[at] = (block[at] ?? 0) * factor
  }
}

function product(block: Float64Array, width: number, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < block.length; at += width) sum += (block[at + one] ?? 0) * (block[at + other] ?? 0)
  return sum
}

/** Pooling of a graph's output: the row of one token, the mean of all rows, or all of it. */
export type Reduction = 'first' | 'mean' | 'all'

/**
 * Reduces `last_hidden_state` of one sequence (`tokens` concatenated rows) to one vector. There is no padding, so
 * the mean covers every row.
 * @returns a copy, never a view into the graph's memory
 */
export function reduceOutput(
  output: Float32Array,
  tokens: number,
  reduction: Reduction,
): Float32Array<ArrayBuffer> {
  const width = output.length / tokens
  switch (reduction) {
    case 'first':
      return output.slice(0, width)
    case 'mean':
      return toMean(output, tokens, width)
    case 'all':
      return output.slice()
  }
}

function toMean(output: Float32Array, tokens: number, width: number): Float32Array<ArrayBuffer> {
  // Sums of many float32 lose precision, so they are accumulated in doubles.
  const sums = new Float64Array(width)
  for (let token = 0; token < tokens; token += 1) {
    for (let column = 0; column < width; column += 1)
      sums[column] = (sums[column] ?? 0) + (output[token * width + column] ?? 0)
  }
  return Float32Array.from(sums, sum => sum / tokens)
}

import type { AnyTarget } from './any-target.ts'

/** US dollars of a call; undefined where the operator set no price. */
export function costUsd(
  promptTokens: number,
  completionTokens: number,
  { price }: AnyTarget,
): number | undefined {
  if (!price) return undefined
  // Money is whole nano-dollars, rounded up once per call: dollars per million tokens are 1000 nano-dollars each.
  const nanos = promptTokens * price.input * 1000 + completionTokens * price.output * 1000
  return Math.ceil(Number(nanos.toFixed(3))) / 1e9
}

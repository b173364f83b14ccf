import type { AnyTarget } from './any-target.ts'

/**
 * Whole nano-dollars of a call, rounded up once: dollars per million tokens are 1000 nano-dollars each.
 * @returns undefined where the operator set no price
 */
export function costNanos(
  promptTokens: number,
  completionTokens: number,
  { price }: AnyTarget,
): number | undefined {
  if (!price) return undefined
  const nanos = promptTokens * price.input * 1000 + completionTokens * price.output * 1000
  return Math.ceil(Number(nanos.toFixed(3)))
}

/** The same in US dollars. */
export function costUsd(
  promptTokens: number,
  completionTokens: number,
  target: AnyTarget,
): number | undefined {
  const nanos = costNanos(promptTokens, completionTokens, target)
  return nanos === undefined ? undefined : nanos / 1e9
}

import { observedTokensPerByte } from '#lib/client/estimate.ts'
import type { Run } from '#lib/client/run.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'

const ratios = new Map<string, number>()
const seen = new WeakSet<Run>()

/** The model's own tokens per byte as its last finished run showed it; null before one. */
export function observedRatio(model: string | null, lastRun: Run | null): number | null {
  if (lastRun?.state === 'done' && !seen.has(lastRun)) {
    seen.add(lastRun)
    observe(lastRun)
  }
  return model === null ? null : (ratios.get(model) ?? null)
}

function observe(run: Run): void {
  const { promptTokens } = readRunUsage(run)
  if (promptTokens === null || run.request.body === '') return
  const body: unknown = JSON.parse(run.request.body)
  const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const ratio = observedTokensPerByte({ body: sent }, promptTokens)
  if (ratio !== null && typeof sent['model'] === 'string') ratios.set(sent['model'], ratio)
}

import { observedTokensPerByte } from '#lib/client/estimate.ts'
import type { Run } from '#lib/client/run.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'

const ratios = new Map<string, number>()

/** The model's own tokens per byte as its last finished run showed it; null before one. */
export function observedRatio(contract: string, model: string | null, lastRun: Run | null): number | null {
  if (lastRun?.state === 'done') {
    const body: unknown = JSON.parse(lastRun.request.body)
    const { promptTokens } = readRunUsage(lastRun)
    const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    const ratio = promptTokens === null ? null : observedTokensPerByte({ contract, body: sent }, promptTokens)
    if (ratio !== null && typeof sent['model'] === 'string') ratios.set(sent['model'], ratio)
  }
  return model === null ? null : (ratios.get(model) ?? null)
}

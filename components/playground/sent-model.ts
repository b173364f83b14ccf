import type { Run } from '#lib/client/run.ts'

/** The model that a run asked for; null when its body names none. */
export function sentModel(run: Run): string | null {
  try {
    const body: unknown = JSON.parse(run.request.body)
    const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : null
    return typeof model === 'string' ? model : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

import { run } from './run.ts'
import { nothing, oneFailure } from './tally.ts'
import type { Tally } from './tally.ts'

// Small ones: the default embedding and speech models, an embedding model with the other pooling, and a chat
// model twice as fast as the default.
const testModels = [
  'local/qwen2.5-coder-0.5b-instruct',
  'local/bge-small-en-v1.5',
  'local/all-minilm-l6-v2',
  'local/moonshine-tiny-en',
]

/** Downloads the weights for tests, 600 MB once; existing models are skipped. */
export async function fetchTestModels(): Promise<Tally> {
  for (const model of testModels) {
    const code = await run(process.execPath, ['bin/sextant.ts', 'models', 'pull', model], {
      timeoutMs: 600_000,
    })
    if (code !== 0) return oneFailure
  }
  return nothing
}

import { run } from './run.ts'
import { nothing, oneFailure } from './tally.ts'
import type { Tally } from './tally.ts'

// Small ones: the defaults for embeddings and speech, an embedder that pools in the other way, and the chat model that is
// twice as fast as the default.
const testModels = [
  'local/qwen2.5-coder-0.5b-instruct',
  'local/bge-small-en-v1.5',
  'local/all-minilm-l6-v2',
  'local/moonshine-tiny-en',
]

/** Fetches the weights that tests run on, 600 MB once; a model that is there costs nothing. */
export async function fetchTestModels(): Promise<Tally> {
  for (const model of testModels) {
    const code = await run(process.execPath, ['bin/sextant.ts', 'models', 'pull', model], {
      timeoutMs: 600_000,
    })
    if (code !== 0) return oneFailure
  }
  return nothing
}

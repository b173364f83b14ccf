import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { modelsDir } from './embedded-server.ts'

export interface DirectEmbedder extends AsyncDisposable {
  /** @param batch number of texts in a padded batch */
  embed(texts: readonly string[], batch: number): Promise<{ readonly ms: number }>
}

const measuredSchema = z.object({ ms: z.number(), vectors: z.int() })

/** The server's model files, in a dedicated process. */
export async function startDirectEmbedder(model: string, threads: number): Promise<DirectEmbedder> {
  const files = ['model_quantized.onnx', 'tokenizer.json'].map(name => join(modelsDir, model, name))
  const script = join(import.meta.dirname, 'embeddings-direct.ts')
  const child = spawn(process.execPath, [script, ...files, String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ready = await lines.next()
  if (ready.done === true) throw new Error(`${model} could not be loaded`)
  return {
    async embed(texts, batch) {
      child.stdin.write(`${JSON.stringify({ texts, batch })}\n`)
      const { value } = await lines.next()
      const measured = measuredSchema.parse(JSON.parse(String(value)))
      if (measured.vectors !== texts.length)
        throw new Error(`${measured.vectors} vectors for ${texts.length} texts`)
      return measured
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

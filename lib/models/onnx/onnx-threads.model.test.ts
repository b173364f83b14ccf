import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realModelsDir } from './__fixtures__/real-small-models.ts'
import type { TokenSequence } from './token-sequence.ts'
import { startOnnxThreads } from './load-onnx-model.ts'

const modelPath = join(realModelsDir, 'bge-small-en-v1.5/model_quantized.onnx')
const reduction = 'first'

test('a text that the graph rejects fails alone', async () => {
  const threads = await startOnnxThreads({ modelPath, reduction, threads: 2 })
  const rows = await threads.run([sequence(1000), sequence(99_999_999), sequence(1001)])
  await threads.dispose()

  expect(rows.map(row => row instanceof Float32Array)).toEqual([true, false, true])
})

test('an unreadable graph is an error with the reason', async () => {
  await expect(
    startOnnxThreads({ modelPath: join(realModelsDir, 'nothing.onnx'), reduction, threads: 2 }),
  ).rejects.toThrow(/nothing\.onnx/)
})

test('calls never hang on threads that have ended', async () => {
  const threads = await startOnnxThreads({ modelPath, reduction, threads: 2 })
  const running = threads.run(Array.from({ length: 20 }, () => sequence(1000)))
  await threads.dispose()

  expect(await running).toHaveLength(20)
  expect((await threads.run([sequence(1000)]))[0]).toEqual({ failure: expect.any(String) })
})

function sequence(id: number): TokenSequence {
  return { ids: new Int32Array(64).fill(id), secondStart: 64 }
}

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { loadOnnxruntime } from './onnxruntime.ts'

test('opening a graph writes no telemetry into the home folder', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'sextant-home-'))
  const program = fileURLToPath(new URL('__fixtures__/open-tiny-graph.ts', import.meta.url))

  execFileSync(process.execPath, [program], { env: { NODE_ENV: 'test', HOME: home }, cwd: home })
  const written = readdirSync(home, { recursive: true })
  rmSync(home, { recursive: true })

  expect(written).toEqual([])
})

test('the library is not loaded if its telemetry is enabled', async () => {
  vi.stubEnv('ORT_DISABLE_TELEMETRY', undefined)

  await expect(loadOnnxruntime()).rejects.toThrow('ORT_DISABLE_TELEMETRY=1')

  vi.unstubAllEnvs()
})

test('a thread is not started from another thread, which could not disable the telemetry', async () => {
  const loader = new URL('onnxruntime.ts', import.meta.url).href
  const code = `import(${JSON.stringify(loader)}).then(({ startOnnxWorker }) => startOnnxWorker(new URL('data:,'), null))`

  const [error] = (await once(new Worker(code, { eval: true }), 'error')) as [Error]

  expect(error.message).toContain('main thread')
})

test('the container image and the supervisor disable it for every process', () => {
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^ENV [^#]*\bORT_DISABLE_TELEMETRY=1\b/m)
  expect(readFileSync('lib/supervisor/programs.ts', 'utf8')).toContain("ORT_DISABLE_TELEMETRY: '1'")
})

test('every module that loads the library disables its telemetry', () => {
  const loads = /^import (?!type\b).*\bfrom 'onnxruntime-node'|(?:import|require)\('onnxruntime-node'\)/m
  const files = globSync('{app,bench,bin,components,e2e,lib,scripts}/**/*.{ts,tsx,mjs}', {
    exclude: ['**/*.test.*', 'bench/peers/**'],
  }).filter(file => loads.test(readFileSync(file, 'utf8')))

  expect(files.toSorted()).toEqual(['bench/embeddings-direct.ts', 'lib/models/onnx/onnxruntime.ts'])
  for (const file of files) expect(readFileSync(file, 'utf8')).toContain('ORT_DISABLE_TELEMETRY')
})

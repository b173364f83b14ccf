import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '#lib/config.ts'
import { catalog } from './catalog.ts'
import { listModels } from './list-models.ts'
import { pullModel } from './pull-model.ts'

const { hfEndpoint: endpoint, hfToken: token } = loadConfig()
const ofTheHub = catalog.filter(({ files }) => files.some(({ hub }) => hub))

test.each(ofTheHub)('the hub file of $id matches the catalog byte for byte', async ({ id }) => {
  const modelsDir = mkdtempSync(path.join(tmpdir(), 'sextant-hub-'))
  try {
    const signal = AbortSignal.timeout(3_600_000)
    const hub = { endpoint, token }

    await pullModel(id, { modelsDir, modelSources: ['hub'], hub, signal, report: () => {} })

    const models = await listModels(modelsDir)
    expect(models.find(({ entry }) => entry.id === id)).toMatchObject({ state: 'ready' })
  } finally {
    rmSync(modelsDir, { recursive: true, force: true })
  }
})

import { expect, test } from 'vitest'
import { loadConfig } from '#lib/config.ts'
import { environmentSchema } from './environment-schema.ts'
import { settingsTable } from './settings-table.ts'

test('every public variable is in the table once, with default and description', () => {
  const names = settingsTable.map(setting => setting.name)

  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['PORT', 'SEXTANT_INITIAL_API_KEY', 'OPENAI_API_KEY', 'OLLAMA_HOST']),
  )
  for (const setting of settingsTable) expect(setting.description.length).toBeGreaterThan(10)
})

test('exactly the internal variables are excluded', () => {
  const names = new Set(settingsTable.map(setting => setting.name))

  const hidden = Object.keys(environmentSchema.shape).filter(name => !names.has(name))

  expect(hidden).toEqual([
    'SEXTANT_INTERNAL_TOKEN',
    'SEXTANT_CONSOLE_PORT',
    'SEXTANT_MODELS_PORT',
    'SEXTANT_GATEWAY_PORT',
  ])
})

test('a plain default in the table is the actual default', () => {
  const config = loadConfig({}, { cwd: '/' })
  const defaults = Object.fromEntries(settingsTable.map(setting => [setting.name, setting.default]))

  expect(defaults).toMatchObject({
    HOST: config.host,
    MODEL_SOURCES: config.modelSources.join(','),
    MODEL_IDLE_MINUTES: String(config.modelIdleMinutes),
    MODEL_CONTEXT: String(config.modelContext),
    HF_ENDPOINT: config.hfEndpoint,
    SEXTANT_AUTH: config.auth,
    TRUSTED_PROXIES: String(config.trustedProxies),
    DRAIN_DELAY_MS: String(config.drainDelayMs),
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: config.logFormat,
  })
})

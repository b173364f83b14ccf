import { expect, test } from 'vitest'
import { probeTimeoutMs } from './probe.ts'
import { toPrograms } from './programs.ts'

const wiring = {
  root: '/clone',
  host: '127.0.0.1',
  port: 3001,
  consolePort: 40001,
  modelsPort: 40002,
  internalToken: 'token',
  environment: { PATH: '/bin', PORT: '3000', OPENAI_API_KEY: 'theirs', ORT_DISABLE_TELEMETRY: '0' },
  development: false,
  drainDeadlineMs: 30_000,
}

test('every process gets the chosen ports, the token and the user’s settings', () => {
  for (const program of Object.values(toPrograms(wiring)))
    expect(program.environment).toMatchObject({
      PATH: '/bin',
      OPENAI_API_KEY: 'theirs',
      HOST: '127.0.0.1',
      PORT: '3001',
      SEXTANT_INTERNAL_TOKEN: 'token',
      SEXTANT_GATEWAY_PORT: '3001',
      SEXTANT_CONSOLE_PORT: '40001',
      SEXTANT_MODELS_PORT: '40002',
      SEXTANT_DRAIN_DEADLINE_MS: '30000',
      NEXT_TELEMETRY_DISABLED: '1',
      ORT_DISABLE_TELEMETRY: '1',
    })
})

test('console and models are probed on loopback with the token, the gateway without', () => {
  const { gateway, console, models } = toPrograms({ ...wiring, host: '0.0.0.0' })

  expect(gateway.probe).toEqual({ host: '127.0.0.1', port: 3001, path: '/readyz', headers: {} })
  for (const program of [console, models])
    expect(program.probe).toMatchObject({ host: '127.0.0.1', headers: { 'x-sextant-internal': 'token' } })
})

test('in development, gateway and models restart on a change, and the console compiles pages on demand', () => {
  const { gateway, console, models } = toPrograms({ ...wiring, development: true })

  expect(gateway.nodeArguments).toContain('--watch')
  expect(models.nodeArguments).toContain('--watch')
  expect(console.nodeArguments).toEqual(['/clone/bin/console.ts', '--dev'])
  expect(console.environment['NODE_ENV']).toBe('development')
})

test('only the models process is killed when it does not respond, and never in development, where a debugger may stop it', () => {
  const { gateway, console, models } = toPrograms(wiring)
  const limitMs = (models.liveness?.missesMax ?? 0) * ((models.liveness?.pauseMs ?? 0) + probeTimeoutMs)

  expect([gateway.liveness, console.liveness, limitMs]).toEqual([null, null, 15_000])
  expect(toPrograms({ ...wiring, development: true }).models.liveness).toBeNull()
})

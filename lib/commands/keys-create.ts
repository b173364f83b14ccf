import { keyScopes } from '#lib/contracts/contract.ts'
import type { Command } from './command.ts'
import { readKeyOptions } from './read-key-options.ts'
import { baseUrlOf, findRunningProduct } from './running-product.ts'
import { trialCommand } from './trial-command.ts'
import { withStore } from './with-store.ts'

export const keysCreate: Command = {
  takes: '',
  summary: 'Make an API key and print it, this once.',
  options: {
    name: { type: 'string', value: 'TEXT', description: 'What it is for' },
    scopes: {
      type: 'string',
      value: 'LIST',
      description: `Of ${keyScopes.join(',')}; without it every one but admin:read`,
    },
    models: { type: 'string', value: 'LIST', description: 'Model ids it may use; without it all' },
    rpm: { type: 'string', value: 'N', description: 'Requests a minute' },
    tpm: { type: 'string', value: 'N', description: 'Tokens a minute' },
    parallel: { type: 'string', value: 'N', description: 'Calls at the same time' },
    budget: { type: 'string', value: 'USD', description: 'Dollars it may spend: 25, 0.5/day, 100/month' },
    expires: { type: 'string', value: 'WHEN', description: '12h, 30d, 8w or 2027-01-31' },
    json: { type: 'boolean', description: 'Print JSON, for scripts' },
  },
  positionals: 0,

  async run({ config, terminal, options, signal }) {
    const settings = readKeyOptions(options, Date.now())
    const { key, token } = await withStore(config, async store => {
      const { teamId, userId } = await store.teams.openModeOwner()
      return store.keys.create({ ...settings, teamId, ownerId: userId, kind: 'api' })
    })
    if (options['json'] === true) {
      terminal.say(JSON.stringify({ id: key.id, key: token, ...settings }))
      return
    }
    const product = findRunningProduct(config.dataDir)
    const baseUrl =
      product === null ? baseUrlOf(config.host, config.port) : baseUrlOf(product.host, product.port)
    const trial = await trialCommand({ config, settings, token, baseUrl, running: product !== null, signal })
    terminal.say(token)
    terminal.say('')
    terminal.say(`This is ${key.id} (${key.name}): ${key.scopes.join(', ')}. It is shown only now.`)
    if (settings.scopes.includes('admin:read')) terminal.say('It reads administration data: keep it apart.')
    terminal.say(product === null ? 'Sextant is not running; start it with npm start, then try:' : 'Try it:')
    terminal.say(`\n${trial}`)
  },
}

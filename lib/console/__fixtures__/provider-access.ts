import { changeModel, chooseDefault, listModelSettings, nameModel, unnameModel } from '#lib/console/providers/model-settings.ts'
import { removeAlias, setAlias } from '#lib/console/providers/model-aliases.ts'
import { listLocalModels } from '#lib/console/providers/models.ts'
import {
  changeProvider,
  createProvider,
  listProviders,
  orderProviders,
  removeProvider,
} from '#lib/console/providers/providers.ts'
import { secretBox } from '#lib/console/core/store.ts'
import { testProvider } from '#lib/console/providers/test-provider.ts'
import { row } from './access-row.ts'
import type { TestMember, TestTeam } from './test-team.ts'

const nobody = 401
const ownProvider = {
  name: 'a provider of the team',
  make: (team: TestTeam) => makeProvider(team, team.members.owner),
}
const strangersProvider = {
  name: "another team's provider",
  make: (team: TestTeam) => makeProvider(team, team.stranger),
}
const creates = { method: 'POST', path: '/api/providers', handler: createProvider } as const
const tests = { method: 'POST', path: '/api/providers/test', handler: testProvider } as const
const orders = { method: 'POST', path: '/api/providers/order', handler: orderProviders } as const
const change = {
  method: 'PATCH',
  path: '/api/providers/[id]',
  handler: changeProvider,
  body: { enabled: false },
} as const
const remove = { method: 'DELETE', path: '/api/providers/[id]', handler: removeProvider } as const
const settles = { method: 'PATCH', path: '/api/models/settings', handler: changeModel } as const
const names = { path: '/api/models/named' } as const
const aliases = { path: '/api/models/aliases' } as const
const chooses = { method: 'PATCH', path: '/api/models/defaults', handler: chooseDefault } as const
const draft = { purpose: 'models', name: 'acme', kind: 'openai', base_url: 'https://acme.example/v1' }

/** Providers and models × every role. */
export const providerRows = [
  row({ method: 'GET', path: '/api/providers', handler: listProviders }, [nobody, 403, 403, 200, 200]),
  row({ ...creates, body: { ...draft, name: 'local' } }, [nobody, 403, 403, 400, 400]),
  row({ ...tests, body: { of: 'draft', ...draft } }, [nobody, 403, 403, 200, 200]),
  row({ ...tests, body: { of: 'stored', id: 'connection_of_nobody' } }, [nobody, 403, 403, 404, 404]),
  row({ ...orders, body: { ids: [] } }, [nobody, 403, 403, 200, 200]),
  row({ ...orders, body: { ids: ['connection_of_nobody'] } }, [nobody, 403, 403, 404, 404]),
  ...[change, remove].flatMap(route => [
    row({ ...route, target: ownProvider }, [nobody, 403, 403, 200, 200]),
    row({ ...route, target: strangersProvider }, [nobody, 403, 403, 404, 404]),
  ]),
  row({ method: 'GET', path: '/api/models/settings', handler: listModelSettings }, [nobody, 403, 403, 200, 200]),
  row({ ...settles, body: { model: 'local/a', enabled: true } }, [nobody, 403, 403, 200, 200]),
  row(
    {
      ...names,
      method: 'POST',
      handler: nameModel,
      body: { id: 'a', provider: 'nobody', upstream: 'b', kind: 'chat' },
    },
    [nobody, 403, 403, 400, 400],
  ),
  row({ ...names, method: 'DELETE', handler: unnameModel }, [nobody, 403, 403, 404, 404]),
  row({ ...aliases, method: 'PATCH', handler: setAlias, body: { alias: 'a b', model: 'c' } }, [nobody, 403, 403, 400, 400]),
  row({ ...aliases, method: 'DELETE', handler: removeAlias }, [nobody, 403, 403, 404, 404]),
  row({ ...chooses, body: { job: 'chat', model: null } }, [nobody, 403, 403, 200, 200]),
  row({ method: 'GET', path: '/api/models/local', handler: listLocalModels }, [nobody, 200, 200, 200, 200]),
]

async function makeProvider({ store }: TestTeam, by: TestMember): Promise<string> {
  const provider = {
    purpose: 'models',
    name: `acme-${crypto.randomUUID()}`,
    kind: 'openai',
    server: null, messagesApi: null,
    baseUrl: 'https://acme.example/v1',
    apiKey: 'sk-0123456789abcdefghij',
  } as const
  return (await store.providers.create(by.teamId, provider, secretBox(), by)).id
}

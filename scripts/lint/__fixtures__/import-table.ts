import { existsSync, globSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

export const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')

const react = ['react', 'react-dom']
const next = ['next', 'next/server', 'next/headers']
const hono = ['hono', 'hono/streaming', '@hono/node-server']
const database = ['kysely', 'better-sqlite3', 'pg']
const waysOut = ['undici', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls']
const node = ['node:fs', 'node:crypto']
const onnxruntime = 'onnxruntime-node'
export const packages = [...react, ...next, ...hono, ...database, ...waysOut, ...node, 'zod', 'yaml', 'server-only', onnxruntime]
const serverOnly = ['next/server', 'next/headers', ...hono, ...database, ...waysOut, ...node, 'server-only']

/** Of lib, as they are. */
export const folders = globSync('lib/*/', { cwd: repository }).map(folder => path.basename(folder))
/** Files directly in lib. */
export const leaves = globSync('lib/*.ts', { cwd: repository, exclude: ['**/*.test.ts'] })
/** One import path for each folder of the repository. */
export const targets = [
  '#components/any/x.tsx',
  '#components/ui/x.tsx',
  '#lib/client/csv-cell.ts',
  '#lib/web/fetch/x.ts',
  '#lib/web/fetch/safe-fetch.ts',
  '#lib/contracts/api/capabilities.ts',
  '#components/any/model/x.ts',
  ...folders.map(folder => `#lib/${folder}/x.ts`),
  ...leaves.map(leaf => `#${leaf}`),
]

export interface ImportRow {
  readonly files: readonly string[]
  /** Allowed imports from the repository; all others are rejected. */
  readonly ours: readonly string[]
  /** Forbidden packages; all others are allowed. */
  readonly refused: readonly string[]
}

const leaf: Pick<ImportRow, 'ours' | 'refused'> = {
  ours: [],
  refused: packages.filter(name => name !== 'node:crypto'),
}
const anyComponent = ['#components/any/x.tsx', '#components/ui/x.tsx', '#components/any/model/x.ts']
/** Folders that access the network; they may import each other. */
const outward = [
  '#lib/providers/x.ts',
  ...below('web'),
  '#lib/documents/x.ts',
  '#lib/search-backends/x.ts',
  '#lib/speech/x.ts',
]
const config: Pick<ImportRow, 'ours' | 'refused'> = {
  ours: [
    '#lib/config.ts',
    '#lib/errors.ts',
    '#lib/known-providers.ts',
    '#lib/known-search-backends.ts',
    '#lib/loopback-host.ts',
    '#lib/prices/x.ts',
  ],
  refused: packages.filter(name => !['zod', 'yaml', 'node:fs'].includes(name)),
}

/** The import table of ARCHITECTURE.md, and the other rules of the lint file. */
export const rows: readonly ImportRow[] = [
  {
    files: ['app/any/page.tsx', 'app/any/deep/route.ts'],
    ours: [...anyComponent, ...below('client'), '#lib/console/x.ts'],
    refused: [...hono, ...database, ...waysOut, 'zod'],
  },
  {
    files: ['components/any/x.tsx', 'components/any/deep/x.ts'],
    ours: [
      ...anyComponent,
      ...below('client'),
      ...below('contracts'),
      '#lib/known-providers.ts',
      '#lib/snippets/x.ts',
      '#lib/read-json.ts',
    ],
    refused: serverOnly,
  },
  {
    files: ['components/ui/x.tsx', 'components/ui/deep/x.tsx'],
    ours: ['#components/ui/x.tsx'],
    refused: [...serverOnly, 'zod'],
  },
  {
    files: ['components/any/model/x.ts', 'components/any/deep/model/deep/x.ts'],
    ours: [
      '#components/any/model/x.ts',
      ...below('client'),
      ...below('contracts'),
      '#lib/errors.ts',
      '#lib/known-search-backends.ts',
      '#lib/without-files.ts',
      '#lib/without-secrets.ts',
      '#lib/read-json.ts',
      '#lib/read-csv.ts',
    ],
    refused: serverOnly,
  },
  {
    files: inFolder('client'),
    ours: [
      ...below('client'),
      ...below('contracts'),
      '#lib/errors.ts',
      '#lib/without-files.ts',
      '#lib/without-secrets.ts',
      '#lib/read-json.ts',
      '#lib/read-retry-after.ts',
    ],
    refused: serverOnly,
  },
  {
    files: inFolder('console'),
    ours: [
      '#lib/console/x.ts',
      '#lib/client/csv-cell.ts',
      '#lib/store/x.ts',
      '#lib/prices/x.ts',
      ...below('contracts'),
      '#lib/client-network.ts',
      '#lib/config.ts',
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/loopback-host.ts',
      '#lib/known-providers.ts',
      '#lib/known-search-backends.ts',
      '#lib/redact.ts',
      '#lib/without-files.ts',
      '#lib/without-secrets.ts',
      '#lib/limit-bytes.ts',
      '#lib/read-json.ts',
    ],
    refused: [...hono, ...database],
  },
  {
    files: inFolder('gateway'),
    ours: [
      '#lib/gateway/x.ts',
      '#lib/capabilities/x.ts',
      '#lib/store/x.ts',
      '#lib/prices/x.ts',
      ...below('contracts'),
      '#lib/client-network.ts',
      '#lib/config.ts',
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/loopback-host.ts',
      '#lib/redact.ts',
      '#lib/secrets.ts',
    ],
    refused: [...react, ...next, ...database],
  },
  {
    files: inFolder('capabilities'),
    ours: [
      '#lib/capabilities/x.ts',
      ...outward,
      '#lib/prices/x.ts',
      ...below('contracts'),
      '#lib/base62.ts',
      '#lib/errors.ts',
      '#lib/join-page-parts.ts',
      '#lib/semaphore.ts',
      '#lib/until-aborted.ts',
      '#lib/worker-calls.ts',
    ],
    refused: [...react, ...next, ...hono, ...database, ...waysOut],
  },
  {
    files: ['providers', 'web', 'documents', 'search-backends', 'speech'].flatMap(inFolder),
    ours: [
      ...outward,
      '#lib/prices/x.ts',
      '#lib/base62.ts',
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/known-providers.ts',
      '#lib/known-search-backends.ts',
      '#lib/redact.ts',
      '#lib/semaphore.ts',
      '#lib/until-aborted.ts',
      '#lib/limit-bytes.ts',
      '#lib/read-json.ts',
      '#lib/read-retry-after.ts',
      '#lib/read-csv.ts',
    ],
    refused: [...react, ...next, ...hono, ...database, ...waysOut],
  },
  {
    // The only modules with network access.
    files: [
      'lib/web/fetch/safe-fetch.ts',
      'lib/web/fetch/guarded-connect.ts',
      'lib/web/browser/guarded-proxy.ts',
      'lib/providers/transport/upstream.ts',
    ].map(existing),
    ours: [...below('web'), '#lib/errors.ts', '#lib/redact.ts'],
    refused: [...react, ...next, ...hono, ...database],
  },
  {
    files: [...inFolder('models'), existing('lib/models/onnx/onnxruntime.ts')],
    ours: [
      '#lib/models/x.ts',
      '#lib/web/fetch/x.ts',
      '#lib/web/fetch/safe-fetch.ts',
      ...below('contracts'),
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/redact.ts',
      '#lib/semaphore.ts',
      '#lib/limit-bytes.ts',
      '#lib/read-json.ts',
      '#lib/worker-calls.ts',
    ],
    refused: [...react, ...next, ...database, onnxruntime],
  },
  {
    files: inFolder('commands'),
    ours: [
      '#lib/commands/x.ts',
      '#lib/store/x.ts',
      '#lib/models/x.ts',
      '#lib/prices/x.ts',
      ...below('contracts'),
      '#lib/config.ts',
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/loopback-host.ts',
      '#lib/web/fetch/safe-fetch.ts',
      '#lib/read-json.ts',
    ],
    refused: [...react, ...next, ...hono, ...database, ...waysOut.filter(name => name !== 'node:http')],
  },
  {
    files: inFolder('supervisor'),
    ours: [
      '#lib/supervisor/x.ts',
      '#lib/config.ts',
      '#lib/errors.ts',
      '#lib/internal-token.ts',
      '#lib/redact.ts',
      '#lib/read-json.ts',
    ],
    refused: [...react, ...next, ...hono, ...database, 'undici'],
  },
  {
    files: inFolder('store'),
    ours: [
      '#lib/store/x.ts',
      '#lib/contracts/api/capabilities.ts',
      '#lib/base62.ts',
      '#lib/errors.ts',
      '#lib/join-page-parts.ts',
      '#lib/semaphore.ts',
      '#lib/worker-calls.ts',
      '#lib/read-json.ts',
    ],
    refused: [...react, ...next, ...hono, ...waysOut],
  },
  {
    files: inFolder('prices'),
    ours: ['#lib/prices/x.ts', '#lib/read-json.ts'],
    refused: packages.filter(name => !['zod', ...node].includes(name)),
  },
  { files: inFolder('snippets'), ours: ['#lib/snippets/x.ts', ...below('contracts')], refused: packages },
  {
    files: inFolder('contracts'),
    ours: [...below('contracts'), '#lib/known-providers.ts'],
    refused: packages.filter(name => name !== 'zod'),
  },
  { files: inFolder('config'), ...config },
  { files: ['lib/config.ts'].map(existing), ...config },
  {
    files: [
      'lib/base62.ts',
      'lib/client-network.ts',
      'lib/errors.ts',
      'lib/join-page-parts.ts',
      'lib/known-providers.ts',
      'lib/known-search-backends.ts',
      'lib/loopback-host.ts',
      'lib/secrets.ts',
      'lib/semaphore.ts',
      'lib/until-aborted.ts',
      'lib/worker-calls.ts',
      'lib/limit-bytes.ts',
      'lib/read-json.ts',
      'lib/read-csv.ts',
      'lib/read-retry-after.ts',
      'lib/without-files.ts',
    ].map(existing),
    ...leaf,
  },
  // These files import a neighbor: `./secrets.ts`.
  { files: ['lib/redact.ts', 'lib/without-secrets.ts'].map(existing), ours: [], refused: packages },
  { files: ['bin/x.ts'], ours: targets, refused: [] },
  { files: ['e2e/x.spec.ts', 'bench/x.ts'], ours: [...below('contracts'), '#lib/config.ts'], refused: [onnxruntime] },
  { files: ['bench/requests.ts'].map(existing), ours: ['#lib/store/x.ts'], refused: [] },
  {
    files: ['bench/documents.ts', 'bench/fidelity.ts'].map(existing),
    ours: ['#lib/config.ts', '#lib/documents/x.ts'],
    refused: [],
  },
  {
    files: ['lib/store/x.test.ts', 'components/ui/x.test.tsx', 'lib/contracts/__fixtures__/x.ts'],
    ours: targets,
    refused: next,
  },
]

function inFolder(folder: string): string[] {
  return [`lib/${folder}/x.ts`, `lib/${folder}/deep/x.ts`]
}

function below(folder: string): string[] {
  return targets.filter(target => target.startsWith(`#lib/${folder}/`))
}

/** A file with its own override, which would stop matching if the file moved. */
function existing(file: string): string {
  if (existsSync(path.join(repository, file))) return file
  throw new Error(`${file} is not there any more.`)
}

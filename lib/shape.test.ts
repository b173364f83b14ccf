import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsPage, withSettingsTable } from '#scripts/docs/settings-section.ts'
import { listFolderImports, listOfferedFiles } from '#scripts/shape/cross-imports.ts'
import { measureShape } from '#scripts/shape/measure-shape.ts'

const root = path.dirname(import.meta.dirname)
const source = '{app,bench,bin,components,e2e,lib,scripts}/**/*.{ts,tsx,mjs}'
const files = globSync(source, { cwd: root, exclude: ['**/node_modules/**', 'bench/peers/**'] })
const shape = measureShape(root)

const libFolders = [
  'capabilities',
  'client',
  'commands',
  'config',
  'console',
  'contracts',
  'documents',
  'gateway',
  'models',
  'prices',
  'providers',
  'search-backends',
  'snippets',
  'speech',
  'store',
  'supervisor',
  'web',
]

/** What a screen offers to other folders of components. All its other files are closed. */
const offeredFiles: Table = {
  'components/account/sign-in-again.tsx': ['console-kit', 'playground'],
  'components/account/sign-out-dialog.tsx': ['shell'],
  'components/chat/model/api-format/api-formats.ts': ['playground', 'requests'],
  'components/chat/model/api-format/from-sent-body.ts': ['playground', 'requests'],
  'components/chat/model/api-format/shared-request.ts': ['shared-request'],
  'components/documents/model/files/check-file.ts': ['chat', 'library'],
  'components/documents/model/files/start-upload.ts': ['chat', 'library'],
  'components/documents/model/flags.ts': ['library'],
  'components/keys/model/team-keys.ts': ['connect', 'home', 'requests'],
  'components/library/add-to-library.tsx': ['documents', 'map', 'scrape'],
  'components/library/model/add-entry.ts': ['documents', 'map', 'scrape'],
  'components/library/model/library-status.ts': ['search'],
  'components/members/model/members.ts': ['requests'],
  'components/models/model/format-model.ts': ['providers'],
  'components/providers/model/providers.ts': ['chat', 'home'],
  'components/requests/model/ask-requests.ts': ['connect', 'home'],
  'components/requests/model/load-replay.ts': ['playground'],
  'components/scrape/scrape-panel.tsx': ['map'],
  'components/usage/model/ask-usage.ts': ['console-kit', 'home', 'requests'],
}

/** What the folders of a layer import from each other. */
const folderImports: Readonly<Record<string, Table>> = {
  'lib/gateway': {
    context: ['http', 'journal', 'limits', 'request-log'],
    http: ['auth', 'context', 'request-log'],
    limits: ['metrics'],
    mcp: ['auth', 'context', 'http'],
    routes: ['http', 'metering', 'request-log'],
    uploads: ['context', 'http', 'limits', 'request-log'],
  },
  'lib/console': {
    api: ['auth', 'core', 'http'],
    auth: ['core', 'http'],
    docs: ['auth', 'core', 'http'],
    home: ['auth', 'core'],
    http: ['api', 'auth', 'core'],
    keys: ['auth', 'core', 'http'],
    members: ['auth', 'core', 'http'],
    providers: ['api', 'auth', 'core', 'http'],
    requests: ['auth', 'core', 'http'],
    settings: ['auth', 'core', 'http'],
    shares: ['auth', 'core', 'http', 'reference'],
    usage: ['auth', 'core', 'http', 'keys'],
  },
}

describe('code structure', () => {
  test('lib contains exactly the folders that ARCHITECTURE.md names', () => {
    const folders = globSync('lib/*/', { cwd: root }).map(folder => path.basename(folder))
    const map = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')

    expect(folders.toSorted(byText)).toEqual(libFolders)
    expect(libFolders.filter(folder => !map.includes(`${folder}/`))).toEqual([])
  })

  test.each(libFolders)('ARCHITECTURE.md names exactly the folders of lib/%s', folder => {
    const folders = globSync(`lib/${folder}/*/`, { cwd: root, exclude: ['**/__fixtures__'] }).map(found =>
      path.basename(found),
    )
    const named = foldersNamedFor(folder)
    // ARCHITECTURE.md describes the vendors in lib/providers together.
    const vendors = listVendors()

    expect(named.filter(name => !folders.includes(name))).toEqual([])
    expect(folders.filter(name => !named.includes(name) && !vendors.includes(name))).toEqual([])
  })

  test('no file has a catch-all name', () => {
    expect(files.filter(file => /\/(utils?|helpers?|types|common|misc|index)\.tsx?$/.test(file))).toEqual([])
  })

  test('no source file is over 450 lines of code', () => {
    expect(shape.longFiles).toEqual([])
  })

  test('no folder has over 20 source files', () => {
    expect(shape.crowdedFolders).toEqual([])
  })

  test('at most 40 files under 40 lines have their only importer in the same folder', () => {
    expect(shape.smallFiles.length).toBeLessThanOrEqual(40)
  })

  test('no files import each other in a cycle, type imports included', () => {
    expect(shape.circles).toEqual([])
  })

  test('a screen imports from another screen only the files listed in this test', () => {
    const sentence = (file: string, by: string) => `${by} imports ${file}`
    const advice =
      'move what both need to components/playground or components/console-kit, or list the file in offeredFiles'

    expect(differences(listOfferedFiles(shape.files), offeredFiles, { sentence, advice })).toEqual([])
  })

  test.each(Object.entries(folderImports))(
    'the folders of %s import each other only as listed in this test',
    (layer, listed) => {
      const sentence = (by: string, folder: string) => `${layer}/${by} imports ${folder}/`
      const advice = 'move the file to the folder that uses it, or list the import in folderImports'

      expect(differences(listFolderImports(shape.files, layer), listed, { sentence, advice })).toEqual([])
    },
  )

  test('a bin entry fits on one screen', () => {
    const entries = shape.files.filter(file => /^bin\/[\w-]+\.ts$/.test(file.path))

    expect(entries.filter(file => file.codeLines > 120).map(file => file.path)).toEqual([])
  })
})

test('the table of settings in the docs is current; if not: npm run settings', () => {
  const page = readFileSync(path.join(root, settingsPage), 'utf8')

  expect(withSettingsTable(page)).toBe(page)
})

/** The folders in the description of a folder of lib, which may take several lines. */
function foldersNamedFor(folder: string): string[] {
  const [, tree = ''] = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('\nlib/\n')
  const [, description = ''] = new RegExp(`^  ${folder}/ (.*(?:\\n {4}.*)*)`, 'm').exec(tree) ?? []
  return [...description.matchAll(/([\w-]+)\/(?=[\s:,;]|$)/g)].map(([, name = '']) => name)
}

function listVendors(): string[] {
  const list = readFileSync(path.join(root, 'lib/providers/all-providers.ts'), 'utf8')
  return [...list.matchAll(/ from '\.\/([\w-]+)\/provider\.ts'/g)].map(([, name = '']) => name)
}

type Table = Readonly<Record<string, readonly string[]>>

function differences(
  found: Table,
  listed: Table,
  { sentence, advice }: { sentence: (key: string, name: string) => string; advice: string },
): string[] {
  const sentencesOf = (table: Table) =>
    Object.entries(table).flatMap(([key, names]) => names.map(name => sentence(key, name)))
  const [now, known] = [sentencesOf(found), sentencesOf(listed)]
  return [
    ...now.filter(one => !known.includes(one)).map(one => `${one}: ${advice}`),
    ...known.filter(one => !now.includes(one)).map(one => `${one}: not any more, so remove it from the list`),
  ]
}

function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

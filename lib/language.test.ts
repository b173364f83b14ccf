import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Words that have a standard term in this field, in code, comments, documents and lint messages. Tests and
// fixtures are not checked.
const root = path.dirname(import.meta.dirname)
const everywhere = ['app', 'bin', 'components', 'lib', 'docs', 'root', 'lint']
const pages = ['app', 'components']
const all = [...everywhere, 'tools']

interface Rule {
  readonly word: RegExp
  readonly instead: string
  readonly in: readonly string[]
  /** Files where the word is stored, sent, or means something else. */
  readonly except?: RegExp
}

const rules: readonly Rule[] = [
  {
    word: /\b(whoever|somebody|anybody|nobody)\b/i,
    instead: 'a noun: the user, a member, no one',
    in: everywhere,
  },
  { word: /\bvouch(?!ed_by)/i, instead: 'identity provider, SSO', in: everywhere },
  { word: /\btold apart\b|\btells? apart\b/i, instead: 'grouped by, distinguish', in: everywhere },
  { word: /\b(is|are|was|were|be) told\b/i, instead: 'the active voice', in: everywhere },
  {
    word: /\b(is|are|was|were) asked (again|in|anew|first)\b/i,
    instead: 'call, send, retry',
    in: everywhere,
  },
  // Stored and sent under this name since the first version.
  {
    word: /\busual\b/i,
    instead: 'default',
    in: everywhere,
    except: /reference-fields|entry-view|console\/providers\.ts|model-settings\.ts/,
  },
  {
    word: /\bparcels?\b/i,
    instead: 'handoff',
    in: everywhere,
    except: /handoff-store|use-handoff|use-send-to|api\/embeddings/,
  },
  { word: /\bthe bench\b/i, instead: 'playground layout', in: everywhere },
  { word: /\bover the wire\b|\bthe wire\b/i, instead: 'API format, HTTP', in: everywhere },
  { word: /\b(keys?|they) rests?\b/i, instead: 'suspended, cooldown', in: everywhere },
  { word: /\bhopeless\b|\bunsought\b/i, instead: 'fatal, without index', in: everywhere },
  { word: /\brivals?\b/i, instead: 'compared models', in: everywhere },
  { word: /\bways in\b/i, instead: 'sign-in methods', in: everywhere },
  { word: /\b(is|are) away\b/i, instead: 'unavailable', in: everywhere },
  { word: /\banew\b|\bafresh\b/i, instead: 'again, new', in: everywhere },
  { word: /\bcould not be (reached|begun|asked|kept)\b/i, instead: 'could not reach …', in: everywhere },
  { word: /\bin (its|their) place\b|\btakes? the place of\b/i, instead: 'instead, replaces', in: everywhere },
  { word: /\bbroke(n)? off\b/i, instead: 'interrupted', in: everywhere },
  {
    word: /\b(colour|behaviour|neighbour|cancelled|catalogue|(?<!run )licence)s?\b/,
    instead: 'American spelling',
    in: ['docs', 'root'],
  },
  { word: /\b(request|model|token|public|item|provider) ids?\b/, instead: 'ID', in: ['docs', 'root'] },
  { word: /\bE-mail\b/, instead: 'Email', in: pages },
  // The response field has this name since the first version.
  { word: /\bwithdr(aw|ew)/i, instead: 'revoke', in: all, except: /console\/members\/members\.ts/ },
  { word: /\bsign-in (has )?ended\b/i, instead: 'session expired', in: everywhere },
  // Capitalized, it is the name of the owner that a command creates.
  { word: /\badministrat(or|ion)/, instead: 'admin, the name of the role', in: all },
  { word: /\b(is|are) left alone\b/i, instead: 'temporarily disabled', in: all },
  { word: /\bholds? nothing\b|\bhas not what\b/i, instead: 'has no …, is missing …', in: all },
  { word: /\b(is|are) none of (the|ours|its)\b/i, instead: 'the active voice', in: all },
  { word: /\bsomething to (read|look at)\b/i, instead: 'content, data', in: all },
  { word: /\bin its program\b/i, instead: 'in its original application', in: all },
  { word: /\bfull stops?\b/i, instead: 'period', in: all },
  { word: /\bcomes? alive\b/i, instead: 'is hydrated', in: all },
  { word: /\bas a person (does|would)\b/i, instead: 'like a user', in: all },
  { word: /\bso many (ms|MB|events|dimensions)\b/i, instead: 'this many …, … in ms', in: all },
  {
    word: /\bthe (first|second) version’?s\b|\bthe second version\b/i,
    instead: 'version 1, version 2',
    in: all,
  },
  { word: /\bthe product’?'?s? (processes|files)\b|\bthe whole product\b/i, instead: 'the server', in: all },
  { word: /^\s*(\/\/|\/\*\*|\*) (What|Who|Whose)\b/, instead: 'a noun: the caller, the result', in: all },
  // In comments only: identifiers follow the platform, and some are older than this rule.
  {
    word: /^\s*(\/\/|\/\*\*|\*) [^`@]*\b(colour|behaviour|neighbour|cancelled|catalogue|organis|recognis|summaris|metres?\b|grey\b)/i,
    instead: 'American spelling',
    in: all,
  },
  // Wrapping a comment as one paragraph moves its tags to the middle of a line, where they are overlooked.
  {
    word: /^\s*\* .*\S @(param|returns|throws)\b|@(param|returns|throws)\b.* @(param|returns|throws)\b/,
    instead: 'each JSDoc tag on its own line',
    in: all,
  },
  {
    word: /\b(product|leaves|ways out|of ours)\b|\bknows? (no|errors|contracts)\b/,
    instead: 'the server, shared files, may import only …',
    in: ['lint'],
  },
]

const files = new Map<string, readonly string[]>([
  ...['app', 'bin', 'components', 'lib'].map(folder => [folder, sources(`${folder}/**/*.{ts,tsx}`)] as const),
  ['lint', ['.oxlintrc.json']],
  ['tools', sources('{bench,scripts,e2e/support}/**/*.ts')],
  ['docs', globSync('docs/**/*.md', { cwd: root })],
  // Generated from the names of packages.
  ['root', globSync('*.md', { cwd: root, exclude: ['THIRD_PARTY.md'] })],
])

test.each(rules)('no text says $word; say: $instead', rule => {
  const hits = rule.in
    .flatMap(place => files.get(place) ?? [])
    .filter(file => !rule.except?.test(file))
    .flatMap(file => linesWith(file, rule.word))

  expect(hits).toEqual([])
})

function sources(pattern: string): string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/__fixtures__/**', '**/samples/**', 'bench/peers/**'],
  })
}

function linesWith(file: string, word: RegExp): string[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (word.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

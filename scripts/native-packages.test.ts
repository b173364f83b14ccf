import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

// A package with native code is added here after a look at what it sends: native code is not bound by
// `safeFetch`, and in parsers not by `lock-down.ts`.
const looked = {
  production: [
    '@firecrawl/anydoc',
    '@img/sharp',
    '@img/sharp-libvips',
    '@napi-rs/canvas',
    '@next/swc',
    '@node-llama-cpp',
    '@reflink/reflink',
    '@tailwindcss/oxide',
    '@typescript/typescript',
    'better-sqlite3',
    'lightningcss',
    'node',
    'node-llama-cpp',
    'onnxruntime-node',
    'tesseract.js',
  ],
  development: [
    '@oxc-parser',
    '@oxc-resolver',
    '@oxfmt',
    '@oxlint',
    '@oxlint-tsgolint',
    '@rolldown',
    'fsevents',
  ],
}

/** Libraries that can look up names, and why they send nothing. */
const withSockets = {
  '@img/sharp-libvips': 'Can read from URLs through GLib, which sharp never does.',
  '@next/swc': 'Runs in builds only, with NEXT_TELEMETRY_DISABLED.',
  '@node-llama-cpp': 'llama.cpp can download models; Sextant loads files only.',
  'onnxruntime-node': 'Sends usage data to its vendor unless ORT_DISABLE_TELEMETRY is set: onnxruntime.ts.',
}

const platform =
  /[-/](binding-)?(aix|android|darwin|freebsd|linux|linuxmusl|mac|netbsd|openbsd|openharmony|sunos|wasm32|webcontainers|win|win32)(-.*)?$/

const libraries = globSync('node_modules/**/*.{node,so,so.*}', { exclude: ['node_modules/.cache/**'] }).map(
  file => ({
    file,
    package: toName(file.slice(0, file.lastIndexOf('/'))),
  }),
)

test('every package with native code was looked at', () => {
  const entry = z.object({
    dev: z.boolean().optional(),
    os: z.unknown(),
    cpu: z.unknown(),
    libc: z.unknown(),
    hasInstallScript: z.unknown(),
  })
  const { packages } = z
    .object({ packages: z.record(z.string(), entry.partial()) })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const marked = Object.entries(packages).flatMap(([folder, { dev = false, ...marks }]) =>
    folder !== '' && Object.values(marks).some(mark => mark !== undefined)
      ? [{ name: toName(folder), dev }]
      : [],
  )
  // Some packages bring libraries for all platforms, without a mark.
  const unmarked = libraries.map(each => ({
    name: each.package,
    dev: packages[`node_modules/${each.package}`]?.dev ?? looked.development.includes(each.package),
  }))
  const all = [...marked, ...unmarked]
  const names = (dev: boolean): string[] =>
    [...new Set(all.filter(each => each.dev === dev).map(each => each.name))].toSorted()

  expect(names(false)).toEqual(looked.production)
  expect(names(true)).toEqual(looked.development)
})

test('only known libraries can look up a name', () => {
  const linux = libraries.filter(({ file }) => !/darwin|win32|\.cache/.test(file))
  const able = linux.filter(({ file }) => readFileSync(file).includes('\0getaddrinfo\0'))

  expect([...new Set(able.map(each => each.package))].toSorted()).toEqual(Object.keys(withSockets))
})

/** The name of the package in whose folder a file is, without the platform. */
function toName(folder: string): string {
  const [name = ''] =
    /^(@[^/]+\/)?[^/]+/.exec(folder.split(`node_modules${path.posix.sep}`).at(-1) ?? '') ?? []
  return name.replace(platform, '')
}

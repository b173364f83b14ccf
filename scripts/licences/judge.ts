const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

// Each is used unmodified, as a separate file that its owner may replace; nothing of it is copied into our code.
const exceptions: readonly { readonly name: RegExp; readonly licence: string; readonly note: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    note: 'shared library, replaceable, fetched by npm',
  },
  {
    name: /^codec-parser$/,
    licence: 'LGPL-3.0-or-later',
    // Weak copyleft: it asks that the user may put another version in, which a folder of node_modules lets anybody do.
    note: 'reads the frames of FLAC and Ogg; unmodified package of its own, replaceable, fetched by npm',
  },
  { name: /^lightningcss/, licence: 'MPL-2.0', note: 'compiles style sheets during the build' },
]

/** The note to print beside a licence: empty where it is permissive; null where nobody has judged it. */
export function judge(name: string, licence: string): string | null {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  if (choices.some(choice => choice.split(' AND ').every(part => permissive.has(part)))) return ''
  const exception = exceptions.find(each => each.name.test(name))
  if (!exception) return null
  const rest = licence.split(' AND ').filter(part => part !== exception.licence)
  return rest.every(part => permissive.has(part)) ? exception.note : null
}

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

// Each is used unmodified, as separate files that the user may replace. None of its code is copied into ours.
const exceptions: readonly { readonly name: RegExp; readonly licence: string; readonly note: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    note: 'shared library, used unmodified, replaceable',
  },
  {
    name: /^codec-parser$/,
    licence: 'LGPL-3.0-or-later',
    // Weak copyleft: the user must be able to replace the library, which node_modules allows.
    note: 'separate package for FLAC and Ogg frames, used unmodified, replaceable',
  },
  { name: /^@fontsource-variable\//, licence: 'OFL-1.1', note: 'fonts, used unmodified under their names' },
  { name: /^lightningcss/, licence: 'MPL-2.0', note: 'build tool for style sheets' },
]

/** The note to print beside a license: empty if it is permissive, null if nobody has reviewed it. */
export function judge(name: string, licence: string): string | null {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  if (choices.some(choice => choice.split(' AND ').every(part => permissive.has(part)))) return ''
  const exception = exceptions.find(each => each.name.test(name))
  if (!exception) return null
  const rest = licence.split(' AND ').filter(part => part !== exception.licence)
  return rest.every(part => permissive.has(part)) ? exception.note : null
}

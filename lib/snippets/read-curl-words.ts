import { longFlag, shortFlag, type FlagMeaning } from './curl-flags.ts'

export interface CurlCall {
  readonly url: string | null
  /** Parts of the body, in order; curl joins them by `&`. */
  readonly data: readonly string[]
  /** Files that the body would have been read from. */
  readonly dataFiles: readonly string[]
  /** Fields of a form. */
  readonly fields: Readonly<Record<string, string>>
  /** Files of a form. */
  readonly files: readonly string[]
  readonly keyDropped: boolean
  readonly ignored: readonly string[]
}

/** Reads the words after `curl`. */
export function readCurlWords(words: readonly string[]): CurlCall {
  let url: string | null = null
  let keyDropped = false
  const data: string[] = []
  const dataFiles: string[] = []
  const fields: [string, string][] = []
  const files: string[] = []
  const ignored: string[] = []

  const take = (meaning: FlagMeaning, value: string): void => {
    switch (meaning) {
      case 'url':
        url ??= value
        return
      case 'header':
        return takeHeader(value)
      case 'user':
        keyDropped = true
        return
      case 'json':
      case 'data':
        if (value.startsWith('@')) dataFiles.push(value.slice(1))
        else data.push(value)
        return
      case 'data-raw':
        data.push(value)
        return
      case 'form':
        return takeField(value)
      case 'method':
        if (value.toUpperCase() !== 'POST') ignored.push(`-X ${value}`)
        return
      case 'ignored':
      case 'ignored-value':
        return
    }
  }
  const takeHeader = (header: string): void => {
    const name = (header.split(':')[0] ?? '').trim().toLowerCase()
    const value = header.slice(header.indexOf(':') + 1)
    if (isSecretHeader(name)) keyDropped ||= !/\$\{?\w+\}?\s*$/.test(value)
    else if (name !== 'content-type' && name !== 'accept') ignored.push(`-H ${name}`)
  }
  const takeField = (field: string): void => {
    const name = field.split('=')[0] ?? ''
    const value = field.slice(name.length + 1)
    if (/^[@<]/.test(value)) files.push(value.slice(1).split(';')[0] ?? '')
    else fields.push([name, value])
  }

  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      url ??= word
      continue
    }
    const flags = word.startsWith('--') ? readLong(word) : readShort(word)
    for (const { meaning, name, value } of flags) {
      if (meaning === null) ignored.push(name)
      else if (meaning === 'ignored') continue
      else if (value !== null) take(meaning, value)
      else take(meaning, words[(index += 1)] ?? '')
    }
  }
  return { url, data, dataFiles, fields: Object.fromEntries(fields), files, keyDropped, ignored }
}

interface Flag {
  readonly meaning: FlagMeaning | null
  readonly name: string
  /** What stands in the same word; null: the next word. */
  readonly value: string | null
}

function readLong(word: string): readonly Flag[] {
  const [name = '', ...value] = word.slice(2).split('=')
  return [{ meaning: longFlag(name), name: `--${name}`, value: value.length > 0 ? value.join('=') : null }]
}

/** Short flags share a word: `-sSd'{}'`; the first that takes a value takes the rest of it. */
function readShort(word: string): readonly Flag[] {
  const flags: Flag[] = []
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index)
    const meaning = shortFlag(letter)
    const takesValue = meaning !== null && meaning !== 'ignored'
    const rest = word.slice(index + 1)
    flags.push({ meaning, name: `-${letter}`, value: takesValue && rest !== '' ? rest : null })
    if (takesValue) return flags
  }
  return flags
}

function isSecretHeader(name: string): boolean {
  return /^(proxy-)?authorization$|api-?key|^cookie$|token|secret/.test(name)
}

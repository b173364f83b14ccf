const lengthMax = 200

/** A client's name of a file without folders and control characters; never a path to be opened. */
export function toFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim()
  return clean.length > lengthMax ? shorten(clean) : clean || 'file'
}

// The end tells the kind.
function shorten(name: string): string {
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, lengthMax - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
}

import { type OfficeContentNode, type OfficeIssue, parseOffice } from 'officeparser'
import { parseError, toCorrupt } from '#lib/documents/parse-error.ts'

export interface OfficeTree {
  readonly content: readonly OfficeContentNode[]
  readonly headers: readonly OfficeContentNode[]
  readonly footers: readonly OfficeContentNode[]
}

/**
 * officeparser's tree of a file.
 * @throws ApiError `corrupt`, `encrypted`, `too_complex`
 */
export async function readOffice(bytes: Buffer, fileType: 'pptx' | 'rtf'): Promise<OfficeTree> {
  const issues: OfficeIssue[] = []
  try {
    const tree = await parseOffice(fileType === 'rtf' ? withSymbols(bytes) : bytes, {
      fileType,
      ignoreComments: true,
      ignoreSlideMasters: true,
      // Alternative texts of Word's images are only extracted with the images.
      extractAttachments: true,
      onWarning: issue => {
        issues.push(issue)
      },
    })
    const cut = issues.find(issue => /LIMIT_EXCEEDED/.test(issue.code))
    // A truncated result would look complete.
    if (cut !== undefined)
      throw parseError('too_complex', 'is too large or too deeply nested. Split it into smaller files.')
    const { headers = [], footers = [] } = tree.auxiliary ?? {}
    return { content: tree.content, headers, footers }
  } catch (error) {
    throw toRefusal(error)
  }
}

const symbolByName: Readonly<Record<string, number>> = {
  emdash: 0x2014,
  endash: 0x2013,
  emspace: 0x2003,
  enspace: 0x2002,
  bullet: 0x2022,
}

/** officeparser drops the control words of dashes and spaces, but reads the same characters as Unicode. */
function withSymbols(rtf: Buffer): Buffer {
  const text = rtf.toString('latin1')
  const named = text.replaceAll(
    /(?<!\\)\\(emdash|endash|emspace|enspace|bullet)(?![a-z\d-]) ?/g,
    (word: string, name: string) => {
      const code = symbolByName[name]
      return code === undefined ? word : `{\\uc0\\u${code} }`
    },
  )
  return Buffer.from(named, 'latin1')
}

function toRefusal(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/PASSWORD|DECRYPTION/.test(code)) {
    return parseError('encrypted', 'is encrypted. Save it without a password and send it again.', error)
  }
  if (/LIMIT_EXCEEDED|MAX_NESTING/.test(code)) {
    return parseError('too_complex', 'is too large or too deeply nested. Split it into smaller files.', error)
  }
  return toCorrupt(error)
}

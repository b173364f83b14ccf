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
    const tree = await parseOffice(bytes, {
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

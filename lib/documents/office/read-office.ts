import { type OfficeContentNode, type OfficeIssue, parseOffice } from 'officeparser'
import { parseError, toCorrupt } from '#lib/documents/parse-error.ts'

/**
 * officeparser's tree of a presentation.
 * @throws ApiError `corrupt`, `encrypted`, `too_complex`
 */
export async function readOffice(bytes: Buffer): Promise<readonly OfficeContentNode[]> {
  const issues: OfficeIssue[] = []
  try {
    const tree = await parseOffice(bytes, {
      fileType: 'pptx',
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
    return tree.content
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

'use client'
import { SendMenu } from '#components/playground/send-menu.tsx'
import { useSendTo } from '#components/playground/use-send-to.ts'
import { readDataUrl } from '#lib/client/chat/read-data-url.ts'
import { type DocumentRow, mainRun } from '#lib/client/documents/document-row.ts'
import type { PictureKind } from '#lib/client/documents/picture-kind.ts'
import { drawPages } from './draw-pages.ts'

const picturesMax = 20

/** Sends pages as pictures, drawn from the local file, to a chat that can look at them. */
export function SendPictures({
  row,
  kind,
  bytes,
  password,
  page,
  pageCount,
}: {
  row: DocumentRow
  kind: PictureKind
  bytes: File
  password: string
  page: number
  pageCount: number
}) {
  const { name } = row.file
  const runId = mainRun(row)?.id ?? null
  const all = Array.from({ length: Math.min(pageCount, picturesMax) }, (_, index) => index + 1)
  const contentOf = (pages: readonly number[]) => async () => {
    const drawn = kind === 'pdf' ? await drawPages(bytes, password, pages) : [await readDataUrl(bytes)]
    const items = drawn.map((text, at) => ({
      text,
      title: kind === 'pdf' ? `${name}, page ${pages[at]}` : name,
    }))
    return { items, query: null, runId }
  }
  const one = useSendTo({ from: 'upload', kind: 'pictures', content: contentOf([page]) })
  const many = useSendTo({ from: 'upload', kind: 'pictures', content: contentOf(all) })
  const words = pageCount > picturesMax ? `the first ${picturesMax} pages` : `all ${pageCount} pages`
  return (
    <SendMenu
      label="Send pictures to"
      actions={[
        ...one.map(target => ({
          label: kind === 'pdf' ? `${target.name}, page ${page}` : target.name,
          onSelect: () => void target.send(),
        })),
        ...(kind === 'pdf' && pageCount > 1 ? many : []).map(target => ({
          label: `${target.name}, ${words}`,
          onSelect: () => void target.send(),
        })),
      ]}
    />
  )
}

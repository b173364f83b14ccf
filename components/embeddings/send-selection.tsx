'use client'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { useContract, useViewer, useViewerState } from './viewer-context.ts'

/** The selection, else the neighbours in sight, on to another playground; "nearest to" goes along as the question. */
export function SendSelection() {
  const contract = useContract()
  const { store } = useViewer()
  const selected = useViewerState(state => state.selection.size)
  const ranked = useViewerState(state => state.shown?.columns[0]?.neighbours.length ?? 0)
  const all = useViewerState(state => state.shown?.rows.length ?? 0)
  const count = selected || ranked || all
  const content = () => {
    const { shown, selection, anchor } = store.read()
    const neighbours = shown?.columns[0]?.neighbours.map(each => each.index) ?? []
    const near = selection.size === 0 && neighbours.length > 0
    const rows = near ? neighbours : selection.size > 0 ? [...selection] : (shown?.rows.keys() ?? [])
    const nearTo = anchor?.kind === 'row' ? shown?.rows[anchor.row]?.text : anchor?.text
    return {
      items: [...rows].flatMap(row => {
        const text = shown?.rows[row]?.text
        return text === undefined ? [] : [{ text }]
      }),
      query: nearTo ?? null,
      runId: shown?.id ?? null,
    }
  }
  const menu = {
    from: contract.id,
    kind: 'texts',
    content,
    label: `Send ${selected > 0 ? 'selection' : ranked > 0 ? 'neighbours' : 'all'} to`,
    disabled: count === 0,
  } as const
  return (
    <>
      <span className="text-xs max-sm:hidden">
        <SendToMenu {...menu} inPalette />
      </span>
      <span className="sm:hidden">
        <SendToMenu {...menu} compact />
      </span>
    </>
  )
}

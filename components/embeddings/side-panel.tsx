'use client'
import { FindBox } from './find-box.tsx'
import { FoundList } from './found-list.tsx'
import { Legend } from './legend.tsx'
import { Neighbours } from './neighbours.tsx'
import { SelectionList } from './selection-list.tsx'
import { useViewerState } from './viewer-context.ts'

/** Beside the map: find, then what is in focus (neighbours, finds or the selection), then the legend. */
export function SidePanel() {
  const first = useViewerState(state => state.shown?.columns[0])
  if (first === undefined) return null
  return (
    <aside
      aria-label="Details"
      className="scroll flex max-h-[48%] w-full shrink-0 flex-col gap-3 border-t border-line bg-panel px-3 py-2 @xl:max-h-none @xl:w-60 @xl:border-t-0 @xl:border-l"
    >
      <FindBox />
      <Neighbours />
      <FoundList />
      <SelectionList />
      <Legend column={first} />
    </aside>
  )
}

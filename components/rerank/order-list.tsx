'use client'

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
  useSortable,
} from '@dnd-kit/sortable'
import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'

const pageRows = 100

/** The ideal order, edited by drag, by Alt and arrow key, or by button. */
export function OrderList({
  documents,
  order,
  onOrder,
}: {
  documents: readonly string[]
  order: readonly number[]
  onOrder: (order: readonly number[]) => void
}) {
  const [shownMax, setShownMax] = useState(pageRows)
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const shown = order.slice(0, shownMax)
  const move = (from: number, to: number) => {
    const moved = order[from]
    if (moved === undefined || to < 0 || to >= order.length) return
    onOrder(order.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`Document ${moved + 1} moved to position ${to + 1} of ${order.length}`)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      move(order.indexOf(toIndex(active.id)), order.indexOf(toIndex(over.id)))
  }
  return (
    <>
      {/* A fixed id: dnd-kit's counter differs between server and browser. */}
      <DndContext id={useId()} sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        {/* Indexes plus one: dnd-kit treats id 0 as missing. */}
        <SortableContext items={shown.map(index => index + 1)} strategy={verticalListSortingStrategy}>
          <ol aria-label="Ideal order">
            {shown.map((index, position) => (
              <OrderRow
                key={index}
                index={index}
                position={position}
                count={order.length}
                text={documents[index] ?? ''}
                onMove={to => move(position, to)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <output className="sr-only">{said}</output>
      {order.length > shownMax && (
        <Button variant="link" className="self-start" onClick={() => setShownMax(shownMax + pageRows)}>
          Show more of {formatCount(order.length - shownMax)}
        </Button>
      )}
    </>
  )
}

function toIndex(id: string | number): number {
  return Number(id) - 1
}

interface OrderRowProps {
  index: number
  position: number
  count: number
  text: string
  onMove: (to: number) => void
}

/** A document at its position; its handle is dragged, or moved by Space and arrow keys. */
function OrderRow({ index, position, count, text, onMove }: OrderRowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: index + 1 })
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? position - 1 : position + 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside
    <li
      ref={setNodeRef}
      data-document={index}
      onKeyDown={press}
      style={{
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={classNames(
        'flex items-center gap-1 border-b border-line bg-canvas py-1 data-linked:bg-hover',
        isDragging && 'relative z-10 rounded-lg border border-accent-text bg-card',
      )}
    >
      <IconButton
        ref={setActivatorNodeRef}
        label={`Move document ${index + 1}`}
        keys="Alt ↑ ↓"
        className="cursor-grab touch-none"
        {...attributes}
        {...listeners}
      >
        <GripVertical size={16} aria-hidden />
      </IconButton>
      <span className="w-7 text-right text-xs font-medium">{position + 1}</span>
      <p className="line-clamp-2 min-w-0 flex-1 px-1.5 break-words">{text.slice(0, 400)}</p>
      <IconButton
        label={`Move document ${index + 1} up`}
        disabled={position === 0}
        focusableWhenDisabled
        onClick={() => onMove(position - 1)}
      >
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move document ${index + 1} down`}
        disabled={position === count - 1}
        focusableWhenDisabled
        onClick={() => onMove(position + 1)}
      >
        <ArrowDown size={14} aria-hidden />
      </IconButton>
    </li>
  )
}

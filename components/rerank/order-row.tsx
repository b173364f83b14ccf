'use client'
import { useSortable } from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'

export interface OrderRowProps {
  index: number
  place: number
  count: number
  text: string
  onMove: (to: number) => void
}

/** A document at its place; its handle is dragged, or moved by Space and arrows. */
export function OrderRow({ index, place, count, text, onMove }: OrderRowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: index + 1 })
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? place - 1 : place + 1)
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
        'flex items-center gap-1 border-b border-line bg-surface py-1 data-linked:bg-sunken',
        isDragging && 'relative z-10 rounded-md border border-accent bg-panel',
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
      <span className="w-7 text-right text-xs font-medium">{place + 1}</span>
      <p className="line-clamp-2 min-w-0 flex-1 px-1.5 break-words">{text.slice(0, 400)}</p>
      <IconButton
        label={`Document ${index + 1} up`}
        disabled={place === 0}
        focusableWhenDisabled
        onClick={() => onMove(place - 1)}
      >
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={`Document ${index + 1} down`}
        disabled={place === count - 1}
        focusableWhenDisabled
        onClick={() => onMove(place + 1)}
      >
        <ArrowDown size={14} aria-hidden />
      </IconButton>
    </li>
  )
}

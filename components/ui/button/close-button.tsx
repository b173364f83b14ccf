import { X } from 'lucide-react'
import { Button } from './button.tsx'

/** Without a tooltip: the focus lands here when a dialog opens, and Escape would close the tooltip first. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="plain" size="icon" aria-label="Close" onClick={onClick}>
      <X size={16} aria-hidden />
    </Button>
  )
}

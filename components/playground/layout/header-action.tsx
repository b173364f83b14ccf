import type { LucideIcon } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { Button, type ButtonProps } from '#components/ui/button/button.tsx'

/** A button of a page's header: an icon with its label, on small screens the icon alone. */
export function HeaderAction({
  icon: Icon,
  label,
  className,
  ...props
}: Omit<ButtonProps, 'children' | 'variant'> & {
  icon: LucideIcon
  /** A verb, or a noun such as History. */
  label: string
}) {
  return (
    <Button
      variant="plain"
      className={classNames('max-lg:w-(--control-height) max-lg:px-0', className)}
      {...props}
    >
      <Icon size={16} aria-hidden />
      <span className="max-lg:sr-only">{label}</span>
    </Button>
  )
}

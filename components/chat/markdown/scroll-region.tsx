import type { ComponentProps } from 'react'

/** Something that scrolls within the page. It takes the focus, or the keyboard could not scroll it. */
export function ScrollRegion({ label, ...props }: ComponentProps<'div'> & { label: string }) {
  // A group and no landmark: an answer may hold many. axe asks for the focus (scrollable-region-focusable).
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- see above
  return <div role="group" tabIndex={0} aria-label={label} {...props} />
}

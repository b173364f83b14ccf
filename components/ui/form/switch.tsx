/** A toggle switch. */
export function Switch({
  id,
  label,
  checked,
  onChange,
  ...aria
}: {
  id?: string | undefined
  label?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  'aria-describedby'?: string | undefined
}) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      onChange={event => onChange(event.target.checked)}
      className="switch"
      {...aria}
    />
  )
}

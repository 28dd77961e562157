/** Flag for bookmarks, unlike the ribbon for saved titles. Apart from the icons that the first screen loads. */
export function BookmarkIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M6 20.5V4" />
      <path d="M6 4.5h12l-3 4 3 4H6" />
    </svg>
  )
}

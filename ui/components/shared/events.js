// Events on `window` by which modules tell each other what has happened:
//
// crownsight:offline, crownsight:online: the connection is lost, or back; `<html data-connection>` says which holds
// crownsight:waiting: there are more or less changes that wait to be sent
// crownsight:refused: something was pressed that needs the server while there is none; with words where the server has
//   answered that it does not do something
// crownsight:board: a board as the server has it, with the key of its `table`, the `version` of that, and the `board`
// crownsight:card: a player's card as the server draws it: the `table`, the `version`, and the `card`
// crownsight:photo: how far a photo of this page is, as `ui.api.uploads.UploadView` has it
// crownsight:sent: a command was answered
// crownsight:files: files were dropped on the page, or pasted
// crownsight:connected, crownsight:disconnected: Streamlit's websocket is open, or closed
// crownsight:run: a run of the page's script has begun or ended
// crownsight:share: the pictures of the game on the page are to be shared
// crownsight:drawn: a run of the page's script has drawn the page

/** Dispatch an event to the modules of the page. */
export const announce = (name, detail) => window.dispatchEvent(new CustomEvent(`crownsight:${name}`, { detail }));

/** Call `handle` with the detail of each such event, until `root` has left the page. */
export function listenOnPage(root, name, handle) {
  const listener = ({ detail }) => {
    if (root.isConnected) handle(detail);
    else window.removeEventListener(`crownsight:${name}`, listener);
  };
  window.addEventListener(`crownsight:${name}`, listener);
}

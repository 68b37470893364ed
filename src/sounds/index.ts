/** What the window tells by ear: the sound of each event, made here note by note, and when this window plays one. */
export { playSound } from './play-sound.ts'
export { SoundPlayer } from './sound-player.tsx'

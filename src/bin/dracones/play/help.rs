//! What a stranger needs to finish a game.

/// The text; lines with `#` are headings, lines that begin with spaces have a key before what it does.
pub(super) const TEXT: &str = "\
# What it is about
You (at the bottom) and an opponent (at the top) begin with 20 life each. A player with 0 life, or who has to draw from an empty \
library, loses. Lands make mana; mana pays for spells; creatures attack.

# How to answer
The lower part of the screen asks you something whenever it is your decision, and lists what you can choose.
  1 2 3 ...   choose the option of that number (of more than nine, type both digits, or one digit and Enter)
  up, down    move the cursor > through the options, also to those that don't fit; the card that one is about is marked on the table
  Enter       choose the option at the cursor
  Space       pass, or be done with choosing. Where nothing is chosen that mostly is, as in a search, you are asked once more
  y, n        yes, no
  Backspace   forget what you have chosen so far; or take back the whole spell, where the prompt says so
  *           choose all attackers (of blockers: all block the first attacker); where something is divided: give the rest to the option at the cursor
  -           of several equal options (4x Forest): take one of them back
  /           find: show only options with the letters that you type; Esc ends that. In long lists of cards you needn't press / first
  + -         where something is divided: more, less for the option at the cursor

# Passing
  Space       pass: let what is on the stack happen, or go on to the next step
  e           pass until the end of this turn; you are asked again if somebody else does something
  E           pass until your own next turn, likewise
  o           stops: in which steps you want to be asked at all
Where you can do nothing you aren't asked: the game continues by itself to your next decision, through several steps and the \
opponent's turn if need be. What happened is in the log (l), with + before what is new. At the very beginning you may take a \
mulligan: a new hand, for which you put one card more to the bottom of your library each time.

# Looking
  Tab         look at the next card: your hand, your side, the stack, the other side. Shift-Tab goes back; so do right and left
  d           details of the card that you look at: cost, types, text
  w           why: which effects make that card what it is
  D           your deck: which cards may be left in your library, as far as you know
  g           graveyards, exile, and cards of libraries and hands that you know
  l           the whole log
  h           a hint: which answers there are, and how well each would go
  ?           this help

# The game
  u           undo your last decision; not if somebody has learnt something by it or has acted since
  s           save to a file; `dracones play --resume FILE` continues it. The file has everything in it that is hidden from you, too
  a           who makes the mana for your spells: the program, or you (in games begun with `--pay hand`)
  c           concede
  q           quit; Ctrl-C quits at once without saving. A game that is broken off from outside, by a lost connection, say, is \
saved to dracones-autosave.game
  r, x        after the game: rematch; rematch with sides changed
  Ctrl-U      where something is typed: begin again
  Ctrl-L      redraw the screen

# How a turn goes
1. Your permanents untap, and you draw a card. That happens by itself.
2. First main phase: play one land a turn, and cast spells. The option says what a spell costs; mana is made for you from \
your untapped lands. Pass when you have done what you want.
3. Combat: choose who attacks, then Space. Space without a choice asks whether you mean it; Space again, and nobody attacks. Creatures that came this turn (marked new) can't attack yet. Attacking taps \
them. The opponent then chooses blockers: each one stops an attacker, and the two deal damage to each other. Attackers that \
aren't blocked deal their power as damage to the opponent.
4. Second main phase: as the first. Then the turn ends, damage wears off, and the opponent's turn begins.
In the opponent's turn you are asked when you can block, and when you can respond to something.

# The stack
Spells don't happen at once: they wait on the stack, and everybody may respond. What was put there last happens first. After \
you have cast something you need not pass for it: it happens when the opponent has nothing to say. If you want to \
respond to your own spells, switch that on under stops (o).

# How to read the table
  Bear 2/2    a creature with power 2 (the damage it deals) and toughness 2 (the damage that destroys it)
  [T]         tapped: used up until its controller's next turn
  [new]       came since its controller's last turn began: can't attack, nor tap for its own abilities; but it can block
  [2 damage]  damage so far this turn
  3x          three of the same
  Bear (2)    the second of several with that name; it keeps the number as long as it stays on the table
  >           what you look at
  *           what can be chosen now
  {2}{R}      a cost: one red mana and two of any kind. W white, U blue, B black, R red, G green, C colourless; {T}: tap it
  ->          what something on the stack is aimed at
";

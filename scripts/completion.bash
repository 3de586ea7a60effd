# Completes commands, options and values of `fdskl` in bash; in zsh after `autoload -U bashcompinit && bashcompinit`.
#
#   source scripts/completion.bash
#
# It asks the program itself: everything offered comes from `fdskl --help`, `fdskl COMMAND --help` and `fdskl datasets`.

_fdskl() {
  local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]-} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local help choices
  program=${program/#\~/$HOME}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices=$("$program" --help 2>/dev/null | awk 'listed && NF { print $1 } /^Subcommands:/ { listed = 1 }')
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
    return
  fi
  help=$("$program" "$command" --help 2>/dev/null)
  if [[ $word == -* ]]; then
    choices=$(grep -oE '^  (-[a-z],)?--[A-Za-z-]+' <<<"$help" | grep -oE -- '--.*')
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
    return
  fi
  if [[ $before == -* ]]; then  # the value of an option: a|b, or FILE, or something that cannot be guessed
    choices=$(awk -v option="$before" '$1 == option { print $2 }' <<<"$help")
  else  # a positional argument
    choices=$(awk '/^Options:/ { exit } listed { print $2 } /^Positionals:/ { listed = 1 }' <<<"$help")
    [[ $help != *'one of `fdskl datasets`'* ]] || choices+=" $("$program" datasets 2>/dev/null | awk 'NR > 1 { print $1 }')"
  fi
  COMPREPLY=($(compgen -W "$(tr '|' ' ' <<<"$choices")" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _fdskl fdskl build/fdskl ./build/fdskl

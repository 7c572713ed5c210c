#include "front/reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "front/text_rules.h"

namespace npuspec {
namespace {

// Thrown through yaml-cpp to leave it; the reason has been reported by then.
struct Stop {};

// A stream over a text that stays where it is.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // the get area is never written to
    setg(begin, begin, begin + text.size());
  }
};

// What to say for a fault that yaml-cpp finds.
struct Explanation {
  const char* fault;  // as yaml-cpp words it
  Code code;
  const char* message;
  const char* help;
};

// Turns events into nodes. What is open is a stack of frames; the children of all of them share two scratch vectors,
// and those of a frame are copied to the arena when it closes.
class Builder final : public YAML::EventHandler {
 public:
  Builder(const Sources& sources, std::uint32_t file, Arena& arena, Diags& diags)
      : sources_(sources), text_(sources.text(file)), file_(file), arena_(arena), diags_(diags) {}

  const Node* root() const { return root_; }
  bool root_is_null() const { return root_is_null_; }

  void expect_the_end() { ended_ = true; }
  void explain(const YAML::ParserException& fault);

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override { release_held(); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Node* node;
    std::size_t first;  // of its children in entries_ or items_
    bool flow;
    bool has_key = false;
    bool drop_value = false;  // the key was refused
    bool lacking = false;     // some key was
    std::string_view key;
    Place key_at;
  };

  std::size_t offset(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), text_.size());
  }
  char first_byte(const YAML::Mark& mark) const { return offset(mark) < text_.size() ? text_[offset(mark)] : '\0'; }
  Place place(const YAML::Mark& mark) const {
    return {file_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
  }

  Diag& error(Code code, Place at, std::string message);
  Diag& hold(Code code, Place at, std::string message);
  void count_error();
  void release_held() {
    if (held_.errors() != 0) diags_.merge(std::move(held_));
  }
  bool wants_key() const { return !frames_.empty() && frames_.back().node->is_map() && !frames_.back().has_key; }
  bool refuse_properties(const YAML::Mark& mark);
  std::string_view text_of(const YAML::Mark& mark, const std::string& value);
  bool refuse_escapes(const YAML::Mark& mark, const std::string& value);
  void check_start(const YAML::Mark& mark);
  void take_key(const YAML::Mark& mark, const std::string& value);
  void refuse_key(Place at);
  void put(const Node* node);
  void check_indent(const Frame& frame, const Node& value);
  void put_broken(Place at);
  void open(Node::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style);
  void close();
  std::span<const Entry> unique_entries(std::span<Entry> all);
  void explain_bracket(const Explanation& known, Place at, std::size_t where);
  void note_quote(Diag& diag, std::size_t where);
  void missing_value(const YAML::Mark& mark);
  void missing_item(const YAML::Mark& mark);
  void null_written(Place at, std::size_t width);

  const Sources& sources_;
  std::string_view text_;
  std::uint32_t file_;
  Arena& arena_;
  Diags& diags_;
  Diags held_;  // a key without a value, until what comes next tells that it is not a bracket that is missing
  const Node* root_ = nullptr;
  bool root_is_null_ = false;
  bool ended_ = false;
  bool flow_closed_ = false;  // the list or map just closed has brackets
  std::size_t errors_ = 0;
  std::size_t last_ = 0;  // the byte after the last scalar's first one
  std::vector<Frame> frames_;
  std::vector<Entry> entries_;
  std::vector<const Node*> items_;
};

void Builder::count_error() {
  if (errors_++ < kMaxReadErrors) return;
  diags_.error(Code::Y022, {file_, 0, 0}, "more than " + std::to_string(kMaxReadErrors) + " mistakes: stopped reading")
      .hint("mend the first ones; they may have caused the others");
  throw Stop();
}

Diag& Builder::error(Code code, Place at, std::string message) {
  count_error();
  return diags_.error(code, at, std::move(message));
}

Diag& Builder::hold(Code code, Place at, std::string message) {
  count_error();
  return held_.error(code, at, std::move(message));
}

void Builder::OnDocumentStart(const YAML::Mark& mark) {
  release_held();
  if (!ended_) return;
  std::string_view rest = text_.substr(offset(mark));
  if (rest.starts_with("---")) {
    error(Code::Y006, place(mark), "a second document starts here").span(3).hint("put it in a file of its own");
  } else {
    error(Code::Y021, place(mark), "this does not belong to what stands above it")
        .hint("the document was complete before it; look for a bracket or a comma too many, or a wrong indentation");
  }
  throw Stop();
}

// True when there were some.
bool Builder::refuse_properties(const YAML::Mark& mark) {
  release_held();
  char first = first_byte(mark);
  if (first == '&') {
    error(Code::Y008, place(mark), "an anchor").hint("write the value out; specs have no anchors and aliases");
  } else if (first == '!') {
    error(Code::Y010, place(mark), "a tag").hint("leave it out; the spec's own kind says how a value is read");
  }
  return first == '&' || first == '!';
}

std::string_view Builder::text_of(const YAML::Mark& mark, const std::string& value) {
  std::size_t at = offset(mark);
  char first = first_byte(mark);
  bool quoted = first == '"' || first == '\'';
  std::string_view here = text_.substr(std::min(at + (quoted ? 1 : 0), text_.size()), value.size());
  last_ = at + 1;
  if (quoted) {
    std::size_t end = at + 1 + value.size();
    bool as_written = here == value && end < text_.size() && text_[end] == first && value.find(first) == value.npos &&
                      value.find('\\') == value.npos;
    if (as_written) return here;
    if (closing_quote(text_, at) == text_.npos) {
      error(Code::Y018, place(mark), "this quote is never closed").hint("put the same quote at the end of the text");
      throw Stop();
    }
    return arena_.copy(value);
  }
  check_start(mark);
  return here == value ? here : arena_.copy(value);
}

// An escape may not put into a text what may not stand in a file. True when one does.
bool Builder::refuse_escapes(const YAML::Mark& mark, const std::string& value) {
  if (first_byte(mark) != '"') return false;
  std::string found = refused_character(value);
  if (found.empty()) return false;
  error(Code::Y002, place(mark), "an escape in this text stands for the invisible character " + found)
      .hint("take it out");
  return true;
}

// Starts that yaml-cpp lets pass and others do not.
void Builder::check_start(const YAML::Mark& mark) {
  char first = first_byte(mark);
  if (first == ':') {
    error(Code::Y021, place(mark), "a text cannot start with this character").hint("put quotes around it");
  } else if (first == '|' || first == '>') {
    std::size_t end = text_.find_first_not_of("+-0123456789", offset(mark) + 1);
    if (end == text_.npos || text_[end] != '#') return;
    error(Code::Y021, sources_.place(file_, end), "a comment needs a space before it").hint("write ' #'");
  }
}

void Builder::take_key(const YAML::Mark& mark, const std::string& value) {
  Frame& frame = frames_.back();
  frame.has_key = true;
  frame.drop_value = false;
  frame.key = text_of(mark, value);
  frame.key_at = place(mark);
  bool plain = first_byte(mark) != '"' && first_byte(mark) != '\'';
  if (refuse_escapes(mark, value)) {
    frame.drop_value = true;
  } else if (value.empty()) {
    error(Code::Y014, frame.key_at, "an empty key").hint("give it a name");
    frame.drop_value = true;
  } else if (plain && value == "<<") {
    error(Code::Y011, frame.key_at, "a merge key").span(2).hint("write the merged keys out");
    frame.drop_value = true;
  } else if (plain && is_yaml11_word(value)) {
    error(Code::Y016, frame.key_at, "'" + value + "' cannot be a key: YAML readers take it for a truth value or null")
        .span(value.size())
        .hint("spell it another way, such as `" + value + "_`: quotes would hold only until someone leaves them out");
    frame.drop_value = true;
  }
}

void Builder::refuse_key(Place at) {
  frames_.back().has_key = true;
  frames_.back().drop_value = true;
  frames_.back().key = {};
  frames_.back().key_at = at;
}

void Builder::put(const Node* node) {
  if (frames_.empty()) {
    root_ = node;
    return;
  }
  Frame& frame = frames_.back();
  if (!frame.node->is_map()) {
    items_.push_back(node);
  } else if (!frame.has_key) {
    error(Code::Y013, node->at, "a list or a map cannot be a key").hint("a key is one word or text");
    refuse_key(node->at);
  } else {
    check_indent(frame, *node);
    if (!frame.drop_value) entries_.push_back({frame.key, frame.key_at, node});
    frame.lacking = frame.lacking || frame.drop_value;
    frame.has_key = false;
  }
}

// yaml-cpp takes a value on a later line wherever it starts; others want it deeper than its key.
void Builder::check_indent(const Frame& frame, const Node& value) {
  if (frame.flow || frame.drop_value || value.broken) return;
  if (value.at.line == frame.key_at.line || value.at.col > frame.key_at.col) return;
  if (value.is_list() && !flow_closed_ && value.at.col == frame.key_at.col) return;
  error(Code::Y021, value.at, "this value does not stand deeper than its key '" + std::string(frame.key) + "'")
      .hint("indent it")
      .note(frame.key_at, "the key");
}

void Builder::put_broken(Place at) {
  Node* node = arena_.make<Node>();
  node->at = at;
  node->broken = true;
  put(node);
}

void Builder::OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) {
  bool broken = refuse_properties(mark);
  if (wants_key()) {
    take_key(mark, value);
    return;
  }
  Node* node = arena_.make<Node>();
  node->broken = refuse_escapes(mark, value) || broken;
  char first = first_byte(mark);
  node->quoted = first == '"' || first == '\'' || first == '|' || first == '>';
  node->at = place(mark);
  node->text = text_of(mark, value);
  put(node);
}

void Builder::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  // yaml-cpp gives the place of the anchor's node, not of the alias.
  release_held();
  std::size_t at = text_.find('*', last_);
  Place where = at == text_.npos ? place(mark) : sources_.place(file_, at);
  last_ = at == text_.npos ? last_ : at + 1;
  error(Code::Y009, where, "an alias").hint("write the value out; specs have no anchors and aliases");
  if (wants_key()) {
    refuse_key(where);
  } else {
    put_broken(where);
  }
}

void Builder::null_written(Place at, std::size_t width) {
  error(Code::Y015, at, "null is no value").span(width).hint("leave the key out, or put quotes around the text");
}

void Builder::missing_value(const YAML::Mark& mark) {
  Frame& frame = frames_.back();
  if (frame.drop_value) return;
  std::size_t null = null_word(text_, offset(mark));
  if (null != 0) return null_written(place(mark), null);
  std::string key(frame.key);
  Diag& diag = hold(Code::Y015, frame.key_at, "'" + key + "' has no value").span(key.size());
  bool after_plain = frame.flow && entries_.size() > frame.first && entries_.back().value->is_scalar() &&
                     !entries_.back().value->quoted;
  if (after_plain && !is_plain_word(key)) {
    diag.hint("a comma ended the value of '" + std::string(entries_.back().key) + "'; put quotes around it");
  } else if (after_plain) {
    diag.hint("write a value after ':', or, if its comma belongs to the value of '" + std::string(entries_.back().key) +
              "', put quotes around that");
  } else if (key.find(':') != key.npos) {
    diag.hint("put a space after the ':'");
  } else {
    diag.hint("write a value after ':', or leave the key out");
  }
}

void Builder::missing_item(const YAML::Mark& mark) {
  std::size_t null = null_word(text_, offset(mark));
  if (null != 0) return null_written(place(mark), null);
  const Frame& frame = frames_.back();
  if (frame.flow) {
    error(Code::Y015, place(mark), "an item is missing before this").hint("take out the comma, or write the item");
    return;
  }
  Place after = items_.size() > frame.first ? items_.back()->at : Place{file_, frame.node->at.line - 1, 0};
  Place dash = dash_after(sources_, after, frame.node->at.col, place(mark));
  error(Code::Y015, dash, "an empty item").hint("write the item after '-', or take out the line");
}

void Builder::OnNull(const YAML::Mark& mark, YAML::anchor_t) {
  refuse_properties(mark);
  if (frames_.empty()) {
    root_is_null_ = true;
  } else if (wants_key()) {
    std::size_t null = null_word(text_, offset(mark));
    if (null != 0) {
      error(Code::Y016, place(mark), "null cannot be a key").span(null).hint("choose another name");
    } else {
      error(Code::Y014, place(mark), "a key is missing before this")
          .hint("write a name before ':', or take out a comma");
    }
    refuse_key(place(mark));
  } else if (frames_.back().node->is_map()) {
    missing_value(mark);
    put_broken(frames_.back().key_at);
  } else {
    missing_item(mark);
    put_broken(place(mark));
  }
}

void Builder::open(Node::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style) {
  bool broken = refuse_properties(mark);
  if (frames_.size() >= kMaxDepth) {
    error(Code::Y017, place(mark), "nested deeper than " + std::to_string(kMaxDepth) + " levels")
        .hint("flatten it; no spec needs this");
    throw Stop();
  }
  Node* node = arena_.make<Node>();
  node->kind = kind;
  node->broken = broken;
  node->at = place(mark);
  last_ = std::max(last_, offset(mark));
  frames_.push_back({.node = node,
                     .first = kind == Node::Kind::kMap ? entries_.size() : items_.size(),
                     .flow = style == YAML::EmitterStyle::Flow,
                     .key = {},
                     .key_at = {}});
}

void Builder::OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                              YAML::EmitterStyle::value style) {
  open(Node::Kind::kList, mark, style);
}

void Builder::OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value style) {
  open(Node::Kind::kMap, mark, style);
}

void Builder::close() {
  Frame frame = frames_.back();
  if (frame.node->is_map()) {
    frame.node->lacking = frame.lacking;
    frame.node->entries = unique_entries(std::span(entries_).subspan(frame.first));
    entries_.resize(frame.first);
  } else {
    frame.node->items = arena_.copy(std::span<const Node* const>(items_).subspan(frame.first));
    items_.resize(frame.first);
  }
  frames_.pop_back();
  flow_closed_ = frame.flow;
  put(frame.node);
}

std::span<const Entry> Builder::unique_entries(std::span<Entry> all) {
  std::vector<Repeat> repeats = repeated_keys(all);
  if (repeats.empty()) return arena_.copy(std::span<const Entry>(all));
  bool in_list = !frames_.back().flow && frames_.size() > 1 && frames_[frames_.size() - 2].node->is_list();
  bool is_new_item = false;  // whose dash is missing: its other keys are no mistakes of their own
  for (const Repeat& repeat : repeats) {
    is_new_item = is_new_item || (in_list && repeat.first == 0);
    if (is_new_item && repeat.first != 0) continue;
    std::string key(all[repeat.again].key);
    error(Code::Y012, all[repeat.again].key_at, "key '" + key + "' is there twice")
        .span(key.size())
        .hint(is_new_item ? "start a new item with '- ', or keep one of the two" : "keep one of the two")
        .note(all[repeat.first].key_at, "the other one");
  }
  std::vector<Entry> kept;
  auto next = repeats.begin();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (next != repeats.end() && next->again == i) {
      ++next;
    } else {
      kept.push_back(all[i]);
    }
  }
  return arena_.copy(std::span<const Entry>(kept));
}

const Explanation kExplanations[] = {
    {YAML::ErrorMsg::END_OF_MAP_FLOW, Code::Y019, "a '}' or ',' is missing before this",
     "close the '{' or separate its entries; put quotes around a text that holds , : [ ] { } or '"},
    {YAML::ErrorMsg::END_OF_SEQ_FLOW, Code::Y019, "a ']' or ',' is missing before this",
     "close the '[' or separate its items; put quotes around a text that holds , : [ ] { } or '"},
    {YAML::ErrorMsg::FLOW_END, Code::Y019, "a bracket that closes nothing",
     "take it out, or put quotes around the text it belongs to"},
    {YAML::ErrorMsg::END_OF_MAP, Code::Y021, "this is not another key of the map above",
     "indent it as the map's other keys, and write 'key: value'"},
    {YAML::ErrorMsg::END_OF_SEQ, Code::Y021, "this is not another item of the list above",
     "indent it as the list's other items, and start it with '- '"},
    {YAML::ErrorMsg::BLOCK_ENTRY, Code::Y021, "a list item cannot start here", "start the list on a line of its own"},
    {YAML::ErrorMsg::MAP_KEY, Code::Y021, "a key cannot start here", "start the map on a line of its own"},
    {YAML::ErrorMsg::MAP_VALUE, Code::Y021, "a ':' cannot stand here",
     "put quotes around a text that holds ': ', or indent the key as its neighbours"},
    {YAML::ErrorMsg::INVALID_ESCAPE, Code::Y020, "an escape that YAML does not know",
     "write \\\\ for a backslash, or use single quotes"},
    {YAML::ErrorMsg::INVALID_HEX, Code::Y020, "an escape with a digit that is not hexadecimal",
     "\\x takes 2 hexadecimal digits, \\u 4, \\U 8"},
    {YAML::ErrorMsg::INVALID_UNICODE, Code::Y020, "an escape that names no character", "write the character itself"},
    {YAML::ErrorMsg::CHAR_IN_BLOCK, Code::Y021, "only an indicator or a comment may follow '|' or '>'",
     "start the text on the next line"},
    {YAML::ErrorMsg::DOC_IN_SCALAR, Code::Y006, "a document marker within a text",
     "indent the text, or take the marker out"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, Code::Y003, "a tab indents this line", "indent with spaces"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, Code::Y021, "a text cannot start with this character", "put quotes around it"},
    {YAML::ErrorMsg::CHAR_IN_SCALAR, Code::Y021, "a text cannot go on with this character", "put quotes around it"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR, Code::Y009, "an alias", "write the value out; specs have no anchors and aliases"},
};

// Where a quoted text ended sooner or later than was meant, what follows it is what YAML stumbles on.
void Builder::note_quote(Diag& diag, std::size_t where) {
  std::size_t quote = quote_before(text_, last_, where);
  if (quote == text_.npos) return;
  bool long_text = text_.substr(quote, where - quote).find('\n') != text_.npos;
  diag.note(sources_.place(file_, quote), long_text ? "the quote that was opened here is closed right before it"
                                                    : "the text that starts here ends at the quote before it");
  if (!long_text && text_[quote] == '\'') diag.hint("write '' for a ' in single quotes, or use double quotes");
  if (long_text) diag.hint("close the quote where its text ends");
}

void Builder::explain_bracket(const Explanation& known, Place at, std::size_t where) {
  Place opened = frames_.empty() ? at : frames_.back().node->at;
  bool at_end = text_.find_first_not_of(" \t\r\n", where) == text_.npos || at <= opened;
  if (at_end && !frames_.empty()) {
    error(known.code, opened, "this bracket is never closed").hint(known.help);
    return;
  }
  Diag& diag = error(known.code, at, known.message).hint(known.help);
  if (!frames_.empty() && frames_.back().flow) diag.note(opened, "the bracket was opened here");
  note_quote(diag, where);
}

void Builder::explain(const YAML::ParserException& fault) {
  Place at = fault.mark.is_null() ? Place{file_, 0, 0} : place(fault.mark);
  std::string_view what = fault.msg;
  if (what == YAML::ErrorMsg::EOF_IN_SCALAR) {
    std::size_t quote = unclosed_quote(text_, last_);
    if (quote != text_.npos) at = sources_.place(file_, quote);
    error(Code::Y018, at, "this quote is never closed").hint("put the same quote at the end of the text");
    return;
  }
  for (const Explanation& known : kExplanations) {
    if (!what.starts_with(known.fault)) continue;
    if (known.code == Code::Y019) return explain_bracket(known, at, offset(fault.mark));
    release_held();
    if (known.code == Code::Y020) {
      std::size_t backslash = text_.rfind('\\', offset(fault.mark));
      if (backslash != text_.npos) at = sources_.place(file_, backslash);
    }
    note_quote(error(known.code, at, known.message).hint(known.help), offset(fault.mark));
    return;
  }
  release_held();
  error(Code::Y021, at, "not YAML: " + fault.msg).hint("look at the brackets, quotes and indentation around here");
}

}  // namespace

const Node* read_yaml(const Sources& sources, std::uint32_t file, Arena& arena, Diags& diags) {
  std::string_view text = sources.text(file);
  if (!check_text(sources, file, diags)) return nullptr;
  Builder builder(sources, file, arena, diags);
  try {
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    bool any = parser.HandleNextDocument(builder);
    builder.expect_the_end();
    // Once only: on some broken texts yaml-cpp finds another document for ever.
    if (any) parser.HandleNextDocument(builder);
    if (builder.root_is_null() || builder.root() == nullptr) {
      diags.error(Code::Y005, {file, 0, 0}, "the file is empty")
          .hint("a spec starts with 'kind: ' and the name of its kind");
      return nullptr;
    }
    return builder.root();
  } catch (const Stop&) {
  } catch (const YAML::ParserException& fault) {
    try {
      builder.explain(fault);
    } catch (const Stop&) {
    }
  }
  return nullptr;
}

}  // namespace npuspec
